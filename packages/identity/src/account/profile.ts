import { type AccountChange, updateAccount } from "../api/update-account.ts";
import { forUser, type IdentityClient, partsOf } from "../client/client-parts.ts";
import { signOut } from "../client/own-session.ts";
import { changeSession, forCurrentUser, reload, withIdToken } from "../client/session-call.ts";
import { hasCode, IdentityError } from "../errors/identity-error.ts";
import type { Http } from "../http/http.ts";
import { hasProvider, type ProviderInfo, type User } from "../user.ts";
import { type ActionCodeSettings, verifyBeforeUpdateEmail } from "./mail.ts";

/** Changes the account and shows the response. No lookup is needed. */
async function changeAccount(client: IdentityClient, fields: AccountChange): Promise<User> {
  const own = await forCurrentUser(client);
  const update = (http: Http) => updateAccount(http, fields);
  return changeSession(own, update, (answer, known) => {
    const { email, emailVerified, displayName, photoUrl } = answer;
    // Only the removal of a provider can leave an account without one.
    const providerData = answer.providerUserInfo ?? (fields.deleteProvider ? [] : known.providerData);
    // The response lists everything else the account has; a missing field was removed.
    return {
      ...known,
      email,
      displayName,
      photoURL: photoUrl,
      phoneNumber: hasProvider({ providerData }, "phone") ? known.phoneNumber : undefined,
      // A new address is unverified until Google says otherwise.
      emailVerified: emailVerified ?? (known.emailVerified && email === known.email),
      isAnonymous: known.isAnonymous && !email,
      providerData,
    };
  });
}

/**
 * Changes name or picture. `null` removes a field; omitted fields stay.
 * @throws IdentityError an account's codes
 */
export const updateProfile = (
  client: IdentityClient,
  { displayName, photoURL }: { [field in "displayName" | "photoURL"]?: string | null | undefined },
): Promise<User> =>
  changeAccount(client, {
    displayName: displayName || undefined,
    photoUrl: photoURL || undefined,
    deleteAttribute: [
      ...(displayName === null ? ["DISPLAY_NAME"] : []),
      ...(photoURL === null ? ["PHOTO_URL"] : []),
    ],
  });

/**
 * Changes the address. If the project requires verification first, the new address gets a mail with a link, and the
 * result says that the change is pending.
 * @param email the new address
 * @throws IdentityError `email-already-in-use`, `invalid-email`, `requires-recent-login`, `invalid-continue-uri`,
 * `unauthorized-continue-uri`; an account's codes
 */
export async function updateEmail(
  client: IdentityClient,
  email: string,
  settings?: ActionCodeSettings,
): Promise<"changed" | "verification-sent"> {
  const own = await forCurrentUser(client);
  try {
    await changeAccount(own, { email });
    return "changed";
  } catch (error) {
    if (!hasCode(error, "operation-not-allowed", "email-change-needs-verification")) throw error;
    await verifyBeforeUpdateEmail(own, email, settings);
    return "verification-sent";
  }
}

/**
 * Changes the password, which signs this account out on every other device.
 * @param password sent as it is, without trimming
 * @throws IdentityError `weak-password`, `password-does-not-meet-requirements`, `requires-recent-login`; an
 * account's codes
 */
export const updatePassword = (client: IdentityClient, password: string): Promise<User> =>
  changeAccount(client, { password });

/**
 * Removes a provider: any of the account's `providerData`.
 * @throws IdentityError `no-such-provider`; an account's codes
 */
export async function unlink(client: IdentityClient, providerId: ProviderInfo["providerId"]): Promise<User> {
  const user = await reload(client);
  if (!hasProvider(user, providerId)) throw new IdentityError("no-such-provider");
  return changeAccount(forUser(client, user.uid), { deleteProvider: [providerId] });
}

/**
 * Deletes the account permanently and ends the session in all tabs.
 * @throws IdentityError `requires-recent-login`; an account's codes
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/delete
 */
export async function deleteUser(client: IdentityClient): Promise<void> {
  const own = await forCurrentUser(client);
  const { owner, runner, shared } = partsOf(own);
  const ended = runner.getSession();
  await withIdToken(own, (http) => http("v1/accounts:delete", {}));
  if (ended) void shared.custody?.end(ended, "account-gone");
  if (runner.getSession()?.user.uid === owner) await signOut(client);
}
