import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { assert } from "../../http/api-error.ts";
import { record, text } from "../../http/wire.ts";
import { assertRecentSignIn, verifyIdToken } from "../tokens/verify-id-token.ts";
import { projectFields } from "./unused-fields.ts";

export const DeleteBody = record({ ...projectFields, idToken: v.optional(text), localId: v.optional(text) });

/**
 * Deletes the caller's own account, or, for the administrator, the named one.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/delete
 */
export async function deleteAccount(
  context: ServiceContext,
  { idToken, localId }: v.InferOutput<typeof DeleteBody>,
  owner: boolean,
): Promise<object> {
  if (owner) {
    assert(localId, "MISSING_LOCAL_ID");
    assert(context.identity.account(localId), "USER_NOT_FOUND");
    context.identity.remove(localId);
  } else {
    assert(idToken, "MISSING_ID_TOKEN");
    const verified = await verifyIdToken(context, idToken);
    assertRecentSignIn(context, verified);
    context.identity.remove(verified.account.localId);
  }
  return { kind: "identitytoolkit#DeleteAccountResponse" };
}
