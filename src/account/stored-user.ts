import * as v from "valibot";

/** A null or invalid field from other software counts as absent; it must not hide the others. */
const text = v.optional(v.fallback(v.optional(v.string()), undefined));

/** A user's stored document at `users/{uid}`. Only the payment provider's webhook writes the last two fields. */
export const StoredUser = v.object({
  email: text,
  name: text,
  picture: text,
  /** When a browser last ended other sessions; a change tells the user's pages to check their own. */
  sessionsEndedAt: text,
  stripePriceId: text,
  stripeSubscriptionStatus: text,
});
export type StoredUser = v.InferOutput<typeof StoredUser>;
