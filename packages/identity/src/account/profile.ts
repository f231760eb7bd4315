import { deleteAccount } from "../api/delete.ts";
import { update } from "../api/update.ts";
import { forUser, type IdentityClient, partsOf } from "../client-parts.ts";
import { hasCode, IdentityError } from "../errors.ts";
import { createSession } from "../session/create-session.ts";
import { isSame } from "../session/is-same.ts";
import { hasProvider, type User } from "../user.ts";
import { type ActionCodeSettings, verifyBeforeUpdateEmail } from "./mail.ts";
import { reload } from "./reload.ts";
import { currentSession, forCurrentUser, withIdToken } from "./session-call.ts";
import { signOut } from "./token.ts";

type Change = {
  displayName?: string | undefined;
  photoUrl?: string | undefined;
  email?: string;
  password?: string;
  deleteProvider?: string[];
  deleteAttribute?: string[];
};

/** Changes the account and shows what the answer says of it; no lookup is needed for that. */
async function change(client: IdentityClient, fields: Change): Promise<User> {
  const own = await forCurrentUser(client);
  const parts = partsOf(own);
  const { runner } = parts;
  const before = currentSession(parts).user;
  const answer = await withIdToken(own, (http, idToken) => update(http, { idToken, ...fields }));
  const current = runner.getSession()?.user;
  const { idToken, refreshToken, expiresIn, ...profile } = answer;
  const user: User = {
    ...(current?.uid === before.uid ? current : before),
    // What the answer does not name, the account has no more.
    email: undefined,
    displayName: undefined,
    photoURL: undefined,
    // A new address is unproved until Google says otherwise.
    emailVerified: before.emailVerified && answer.email === before.email,
    ...(profile as Partial<User>),
  };
  user.isAnonymous &&= !user.email;
  if (!hasProvider(user, "phone")) user.phoneNumber = undefined;
  runner.dispatch(
    idToken && refreshToken
      ? {
          type: "tokens-replaced",
          session: createSession({ idToken, refreshToken, expiresIn }, parts.platform.now(), user),
        }
      : { type: "profile-read", user },
  );
  await runner.stored();
  // Another change was answered meanwhile: which answer is the newer one, only Google knows. Where it cannot be
  // asked, this change is made all the same.
  const isAlone = current?.uid !== before.uid || isSame(before, current);
  return isAlone ? user : reload(own).catch(() => user);
}

/** Changes name or picture; `null` takes one away, what is not named stays. */
export const updateProfile = (
  client: IdentityClient,
  { displayName, photoURL }: { displayName?: string | null; photoURL?: string | null },
): Promise<User> =>
  change(client, {
    displayName: displayName || undefined,
    photoUrl: photoURL || undefined,
    deleteAttribute: [
      ...(displayName === null ? ["DISPLAY_NAME"] : []),
      ...(photoURL === null ? ["PHOTO_URL"] : []),
    ],
  });

/**
 * Changes the address. A project that protects addresses refuses to do so unseen: then the new address
 * gets a mail with a link, and the answer says that the change is still to come.
 */
export async function updateEmail(
  client: IdentityClient,
  email: string,
  settings?: ActionCodeSettings,
): Promise<"changed" | "verification-sent"> {
  const own = await forCurrentUser(client);
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
  const user = await reload(client);
  if (!hasProvider(user, providerId)) throw new IdentityError("no-such-provider");
  return change(forUser(client, user.uid), { deleteProvider: [providerId] });
}

/** Deletes the account, for good, and ends the session in all tabs. */
export async function deleteUser(client: IdentityClient): Promise<void> {
  const own = await forCurrentUser(client);
  const { owner, runner } = partsOf(own);
  await withIdToken(own, deleteAccount);
  if (runner.getSession()?.user.uid === owner) await signOut(client);
}
