import { denied } from "../documents/errors.ts";
import type { Fields } from "../documents/value.ts";
import type { Caller } from "./caller.ts";

/** Only a server may write what a user has paid for. */
const BILLING_FIELDS = ["stripePriceId", "stripeSubscriptionStatus"];

const ownerOf = (name: string): string | undefined =>
  /^projects\/[^/]+\/databases\/[^/]+\/documents\/users\/([^/]+)$/.exec(name)?.[1];

const assertOwn = (caller: Caller, name: string): void => {
  if (caller.type === "administrator") return;
  if (caller.type === "nobody" || ownerOf(name) !== caller.uid) throw denied();
};

/**
 * The rules of this product's `firestore.rules`, in code: a user gets, writes and deletes only their own document of
 * the collection `users`, and never writes the payment provider's fields. No rule grants lists.
 * @throws {FirestoreError} PERMISSION_DENIED
 */
export const rules = {
  get: assertOwn,
  delete: assertOwn,
  list: (caller: Caller): void => {
    if (caller.type !== "administrator") throw denied();
  },
  /** `after` is the document after the write; checked before any precondition, as in Firestore. */
  write: (caller: Caller, name: string, before: Fields | undefined, after: Fields): void => {
    assertOwn(caller, name);
    if (caller.type === "administrator") return;
    const changes = (field: string) => JSON.stringify(before?.[field]) !== JSON.stringify(after[field]);
    if (BILLING_FIELDS.some(changes)) throw denied();
  },
};
