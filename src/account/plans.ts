import type { PublicConfig } from "@tallybin/contract/public-config";

export type PlanId = keyof PublicConfig["plans"];

/** The plan with this configured price; an unknown price has no plan. */
export const planOf = (priceId: string | undefined, plans: PublicConfig["plans"]): PlanId | undefined => {
  if (priceId === undefined) return undefined;
  return (["starter", "pro", "business"] as const).find((plan) => plans[plan] === priceId);
};

/** Whether a subscription is active: a trial is, a late payment is not. */
export const isSubscriptionActive = (subscriptionStatus: string | undefined): boolean =>
  subscriptionStatus === "active" || subscriptionStatus === "trialing";
