import type { PublicConfig } from "@tallybin/contract";

export type PlanId = keyof PublicConfig["plans"];

export const planName: Readonly<Record<PlanId, string>> = {
  starter: "Starter",
  pro: "Pro",
  business: "Business",
};

/** The plan whose configured price this is; a price nobody has configured is no plan of ours. */
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

/** The payment provider's word for a subscription, as people say it. */
export const nameOfStatus = (subscriptionStatus: string | undefined): string =>
  STATUSES.get(subscriptionStatus ?? "") ?? "not active";

/** Whether a subscription gives what was paid for: a trial does, a late payment does not. */
export const isActive = (subscriptionStatus: string | undefined): boolean =>
  subscriptionStatus === "active" || subscriptionStatus === "trialing";
