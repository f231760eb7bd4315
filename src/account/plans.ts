import type { PublicConfig } from "@tallybin/contract";

export type PlanId = keyof PublicConfig["plans"];

export const planName: Readonly<Record<PlanId, string>> = {
  starter: "Starter",
  pro: "Pro",
  business: "Business",
};

/** The plan with this configured price; an unknown price has no plan. */
export const planOf = (priceId: string | undefined, plans: PublicConfig["plans"]): PlanId | undefined => {
  if (priceId === undefined) return undefined;
  return (["starter", "pro", "business"] as const).find((plan) => plans[plan] === priceId);
};

const STATUSES = new Map(
  Object.entries({
    active: "active",
    trialing: "trial",
    past_due: "payment overdue",
    unpaid: "payment overdue",
    incomplete: "payment not completed",
    incomplete_expired: "payment not completed",
    canceled: "canceled",
    paused: "paused",
  }),
);

/** The payment provider's subscription status in plain words. */
export const nameOfStatus = (subscriptionStatus: string | undefined): string =>
  STATUSES.get(subscriptionStatus ?? "") ?? "not active";

/** Whether a subscription is active: a trial is, a late payment is not. */
export const isActive = (subscriptionStatus: string | undefined): boolean =>
  subscriptionStatus === "active" || subscriptionStatus === "trialing";
