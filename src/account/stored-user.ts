import * as v from "valibot";

/** A field that other software left empty (null) or of another kind is absent; it must not hide the others. */
const text = v.optional(v.fallback(v.optional(v.string()), undefined));

/** What is stored of a person at `users/{uid}`. The last two are written by the payment provider's webhook alone. */
export const StoredUser = v.object({
  email: text,
  name: text,
  picture: text,
  stripePriceId: text,
  stripeSubscriptionStatus: text,
});
export type StoredUser = v.InferOutput<typeof StoredUser>;
