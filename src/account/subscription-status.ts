import { accountTexts } from "./account-texts.ts";

const { statuses } = accountTexts;
const STATUSES = new Map(
  Object.entries({
    active: statuses.active,
    trialing: statuses.trial,
    past_due: statuses.overdue,
    unpaid: statuses.overdue,
    incomplete: statuses.incomplete,
    incomplete_expired: statuses.incomplete,
    canceled: statuses.canceled,
    paused: statuses.paused,
  }),
);

/** The payment provider's subscription status in plain words. */
export const nameOfStatus = (subscriptionStatus: string | undefined): string =>
  STATUSES.get(subscriptionStatus ?? "") ?? statuses.inactive;
