import { type AccountChange, updateAccount } from "../api/account.ts";
import { forUser, type IdentityClient, partsOf } from "../client/client-parts.ts";
import { signOut } from "../client/own-session.ts";
import {
  changeWithIdToken,
  currentSession,
  forCurrentUser,
  keepReplacedTokens,
  reload,
  sessionToChange,
  withIdToken,
} from "../client/session-call.ts";
import { hasCode, IdentityError } from "../errors/identity-error.ts";
import { withProfile } from "../session/tokens.ts";
import { hasProvider, type ProviderInfo, type User } from "../user.ts";
import { type ActionCodeSettings, verifyBeforeUpdateEmail } from "./mail.ts";

/** Changes the account and shows the response. No lookup is needed. */
async function changeAccount(client: IdentityClient, fields: AccountChange): Promise<User> {
  const own = await forCurrentUser(client);
  const parts = partsOf(own);
  const { platform, runner } = parts;
  const before = currentSession(parts);
  return changeWithIdToken(own, async (http, sentToken) => {
    const sentAt = platform.now();
    const answer = await updateAccount(http, { idToken: sentToken, ...fields });
    const session = sessionToChange(parts, before);
    const { user: known } = session;
    const { idToken, refreshToken, email, emailVerified, displayName, photoUrl } = answer;
    // Only the removal of a provider can leave an account without one.
    const providerData = answer.providerUserInfo ?? (fields.deleteProvider ? [] : known.providerData);
    // The response lists everything else the account has; a missing field was removed.
    const user: User = {
      ...known,
      email,
      displayName,
      photoURL: photoUrl,
      phoneNumber: hasProvider({ providerData }, "phone") ? known.phoneNumber : undefined,
      // A new address is unverified until Google says otherwise.
      emailVerified: emailVerified ?? (before.user.emailVerified && email === before.user.email),
      isAnonymous: known.isAnonymous && !email,
      providerData,
    };
    const changed = withProfile(session, user, platform.now());
    if (idToken && refreshToken) {
      const tokens = { ...answer, idToken, refreshToken };
      await keepReplacedTokens(parts, tokens, changed, sentAt);
    } else {
      runner.dispatch({ type: "account-changed", session: changed });
      await runner.stored();
    }
    return user;
  });
}

/**
 * Changes name or picture. `null` removes a field; omitted fields stay.
 * @throws IdentityError an account's codes
 */
export const updateProfile = (
  client: IdentityClient,
  {
    displayName,
    photoURL,
  }: { displayName?: string | null | undefined; photoURL?: string | null | undefined },
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
  const held = runner.getSession();
  await withIdToken(own, (http, idToken) => http("v1/accounts:delete", { idToken }));
  if (held) void shared.custody?.end(held, "account-gone");
  if (runner.getSession()?.user.uid === owner) await signOut(client);
}
