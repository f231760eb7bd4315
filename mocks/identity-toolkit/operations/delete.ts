import * as v from "valibot";
import { assert } from "../../http/api-error.ts";
import { record, text } from "../../http/wire.ts";
import type { World } from "../../world.ts";
import { assertRecentSignIn, verifyIdToken } from "../verify-id-token.ts";

export const DeleteBody = record({ idToken: v.optional(text), localId: v.optional(text) });

/**
 * Deletes the caller's own account, or, for the administrator, the one named.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/delete
 */
export async function deleteAccount(
  world: World,
  { idToken, localId }: v.InferOutput<typeof DeleteBody>,
  owner: boolean,
): Promise<object> {
  if (owner) {
    assert(localId, "MISSING_LOCAL_ID");
    assert(world.identity.account(localId), "USER_NOT_FOUND");
    world.identity.remove(localId);
  } else {
    assert(idToken, "MISSING_ID_TOKEN");
    const verified = await verifyIdToken(world, idToken);
    assertRecentSignIn(world, verified);
    world.identity.remove(verified.account.localId);
  }
  return { kind: "identitytoolkit#DeleteAccountResponse" };
}
