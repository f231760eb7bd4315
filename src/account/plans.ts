import type { PublicConfig } from "@tallybin/contract/public-config";
import { accountTexts } from "./account-texts.ts";

export type PlanId = keyof PublicConfig["plans"];

/** The plan with this configured price; an unknown price has no plan. */
export const planOf = (priceId: string | undefined, plans: PublicConfig["plans"]): PlanId | undefined => {
  if (priceId === undefined) return undefined;
  return (["starter", "pro", "business"] as const).find((plan) => plans[plan] === priceId);
};

/** Whether a subscription is active: a trial is, a late payment is not. */
export const isSubscriptionActive = (subscriptionStatus: string | undefined): boolean =>
  subscriptionStatus === "active" || subscriptionStatus === "trialing";

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
