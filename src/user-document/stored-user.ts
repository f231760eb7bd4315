import * as v from "valibot";

/** What is stored of a person at `users/{uid}`. The last two are written by the payment provider's webhook alone. */
export const StoredUser = v.object({
  email: v.optional(v.string()),
  name: v.optional(v.string()),
  picture: v.optional(v.string()),
  stripePriceId: v.optional(v.string()),
  stripeSubscriptionStatus: v.optional(v.string()),
});
export type StoredUser = v.InferOutput<typeof StoredUser>;
