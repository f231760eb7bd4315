import { deleteAccount } from "../api/delete.ts";
import { type UpdateResponse, update } from "../api/update.ts";
import { forUser, type IdentityClient, partsOf } from "../client-parts.ts";
import { hasCode, IdentityError } from "../errors.ts";
import { createSession } from "../session/session.ts";
import type { User } from "../user.ts";
import { type ActionCodeSettings, verifyBeforeUpdateEmail } from "./mail.ts";
import { reload } from "./reload.ts";
import { currentSession, withIdToken } from "./session-call.ts";
import { signOut } from "./token.ts";

type Change = {
  displayName?: string;
  photoUrl?: string;
  email?: string;
  password?: string;
  deleteProvider?: string[];
  deleteAttribute?: ("DISPLAY_NAME" | "PHOTO_URL")[];
};

/** Changes the account and shows what the answer says of it; no lookup is needed for that. */
async function change(client: IdentityClient, fields: Change): Promise<User> {
  const parts = partsOf(client);
  let before = currentSession(parts);
  const answer = await withIdToken(client, (idToken, session) => {
    before = session;
    return update(parts.http, { idToken, ...fields });
  });
  parts.counts.profileChanges += 1;
  const current = parts.runner.getSession();
  const user = withAnswer(current?.user.uid === before.user.uid ? current.user : before.user, answer);
  const { idToken, refreshToken, expiresIn } = answer;
  if (idToken && refreshToken) {
    const session = createSession({ idToken, refreshToken, expiresIn }, parts.platform.now(), user);
    parts.runner.dispatch({ type: "tokens-replaced", session });
  } else {
    parts.runner.dispatch({ type: "profile-read", user });
  }
  await parts.runner.stored();
  return user;
}

function withAnswer(user: User, answer: UpdateResponse): User {
  const { email, emailVerified, displayName, photoURL, providerData = user.providerData } = answer;
  const hasPhone = providerData.some(({ providerId }) => providerId === "phone");
  return {
    ...user,
    email,
    emailVerified: emailVerified ?? user.emailVerified,
    displayName,
    photoURL,
    phoneNumber: hasPhone ? user.phoneNumber : undefined,
    providerData,
    isAnonymous: user.isAnonymous && !email,
  };
}

/** Changes name or picture; `null` takes one away, what is not named stays. */
export const updateProfile = (
  client: IdentityClient,
  { displayName, photoURL }: { displayName?: string | null; photoURL?: string | null },
): Promise<User> => {
  const deleteAttribute: ("DISPLAY_NAME" | "PHOTO_URL")[] = [];
  if (displayName === null) deleteAttribute.push("DISPLAY_NAME");
  if (photoURL === null) deleteAttribute.push("PHOTO_URL");
  return change(client, {
    ...(displayName ? { displayName } : {}),
    ...(photoURL ? { photoUrl: photoURL } : {}),
    ...(deleteAttribute.length ? { deleteAttribute } : {}),
  });
};

/**
 * Changes the address. A project that protects addresses refuses to do so unseen: then the new address
 * gets a mail with a link, and the answer says that the change is still to come.
 */
export async function updateEmail(
  client: IdentityClient,
  email: string,
  settings?: ActionCodeSettings,
): Promise<"changed" | "verification-sent"> {
  const parts = partsOf(client);
  const own = forUser(client, parts.owner ?? currentSession(parts).user.uid);
  try {
    await change(own, { email });
    return "changed";
  } catch (error) {
    if (!hasCode(error, "operation-not-allowed", "email-change-needs-verification")) throw error;
    await verifyBeforeUpdateEmail(own, email, settings);
    return "verification-sent";
  }
}

/** Changes the password, which signs this account out on every other device. */
export const updatePassword = (client: IdentityClient, password: string): Promise<User> =>
  change(client, { password });

/** Takes a provider away. */
export async function unlink(client: IdentityClient, providerId: string): Promise<User> {
  const { uid, providerData } = await reload(client);
  if (!providerData.some((provider) => provider.providerId === providerId)) {
    throw new IdentityError("no-such-provider");
  }
  return change(forUser(client, uid), { deleteProvider: [providerId] });
}

/** Deletes the account, for good, and ends the session in all tabs. */
export async function deleteUser(client: IdentityClient): Promise<void> {
  const { http, runner } = partsOf(client);
  let uid = "";
  await withIdToken(client, (idToken, session) => {
    uid = session.user.uid;
    return deleteAccount(http, idToken);
  });
  if (runner.getSession()?.user.uid === uid) await signOut(client);
}
