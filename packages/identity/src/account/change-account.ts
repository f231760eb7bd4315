import { update } from "../api/update.ts";
import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { reload } from "../client/reload.ts";
import { currentSession, forCurrentUser, keepReplaced, withIdToken } from "../client/session-call.ts";
import { isSame } from "../lib/is-same.ts";
import { createSession } from "../session/create-session.ts";
import { hasProvider, type User } from "../user.ts";

type Change = {
  displayName?: string | undefined;
  photoUrl?: string | undefined;
  email?: string;
  password?: string;
  deleteProvider?: string[];
  deleteAttribute?: string[];
};

/** Changes the account and shows the response. No lookup is needed. */
export async function changeAccount(client: IdentityClient, fields: Change): Promise<User> {
  const own = await forCurrentUser(client);
  const parts = partsOf(own);
  const { runner } = parts;
  const { generation, user: before } = currentSession(parts);
  const answer = await withIdToken(own, (http, idToken) => update(http, { idToken, ...fields }));
  const now = runner.getSession();
  const current = now?.generation === generation ? now.user : undefined;
  const { idToken, refreshToken, expiresIn, email, emailVerified, displayName, photoUrl } = answer;
  const known = current ?? before;
  // Only the removal of a provider can leave an account without one.
  const providerData = answer.providerData ?? (fields.deleteProvider ? [] : known.providerData);
  // The response lists everything else the account has; a missing field was removed.
  const user: User = {
    ...known,
    email,
    displayName,
    photoURL: photoUrl,
    phoneNumber: hasProvider({ providerData }, "phone") ? known.phoneNumber : undefined,
    // A new address is unverified until Google says otherwise.
    emailVerified: emailVerified ?? (before.emailVerified && email === before.email),
    isAnonymous: known.isAnonymous && !email,
    providerData,
  };
  if (idToken && refreshToken) {
    const tokens = { idToken, refreshToken, expiresIn };
    await keepReplaced(parts, createSession(tokens, parts.platform.now(), { generation, user }));
  } else {
    runner.dispatch({ type: "profile-read", generation, user });
    await runner.stored();
  }
  // Another change was answered meanwhile, and only Google knows which response is newer. If the lookup fails, show
  // this change.
  const isAlone = !current || isSame(before, current);
  return isAlone ? user : reload(own).catch(() => user);
}
