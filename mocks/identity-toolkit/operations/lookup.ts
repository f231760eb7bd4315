import type { ServiceContext } from "../../core/service-context.ts";
import { assert } from "../../http/api-error.ts";
import { defineOperation, type RequestBody } from "../requests/requests.ts";
import type { Account } from "../state/account.ts";
import { assertRecentSignIn, verifyIdToken } from "../tokens/tokens.ts";

const KIND = "identitytoolkit#GetAccountInfoResponse";

function findRequestedAccounts({ identity }: ServiceContext, body: RequestBody<"lookup">): Account[] {
  const found = [
    ...(body.localId ?? []).map((uid) => identity.account(uid)),
    ...(body.email ?? []).map((email) => identity.accountByEmail(email)),
    ...(body.phoneNumber ?? []).map((phone) => identity.accountByPhone(phone)),
    ...(body.initialEmail ?? []).map((email) => identity.accountByInitialEmail(email)),
    ...(body.federatedUserId ?? []).map(({ providerId = "", rawId = "" }) =>
      identity.accountByProvider(providerId, rawId),
    ),
  ];
  return [...new Set(found.filter((account) => account !== undefined))];
}

/**
 * Returns the caller's own account, or, for the administrator, the requested ones. `users` is absent if there are
 * none.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/lookup
 */
export const lookup = defineOperation("lookup", async (context, body, { owner }) => {
  if (owner) {
    const users = findRequestedAccounts(context, body);
    return { kind: KIND, ...(users.length > 0 && { users }) };
  }
  assert(body.idToken, "MISSING_ID_TOKEN");
  return { kind: KIND, users: [(await verifyIdToken(context, body.idToken)).account] };
});

/**
 * Deletes the caller's own account, or, for the administrator, the named one.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/delete
 */
export const deleteAccount = defineOperation("delete", async (context, { idToken, localId }, { owner }) => {
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
});
