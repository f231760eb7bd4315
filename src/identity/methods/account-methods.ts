import {
  forUser,
  type IdentityClient,
  IdentityError,
  reload,
  sendEmailVerification,
  type User,
  unlink,
  updateEmail,
} from "@tallybin/identity";
import { identityClient, withIdentity } from "../client/client.ts";
import { withdrawPasskeyOffer } from "./passkey-offer.ts";

/**
 * Changes the address. With enumeration protection, the user must first confirm the change at the new address, and the
 * outcome is `verification-sent`.
 */
export async function changeEmail(uid: string, address: string) {
  const own = forUser(await identityClient(), uid);
  const outcome = await updateEmail(own, address);
  // The change succeeds either way; the dashboard offers to resend the message.
  if (outcome === "changed") await sendEmailVerification(own).catch(() => undefined);
  return outcome;
}

type IsLast = (user: User) => boolean;

/** Called right before a method is removed, because another device may have removed the others meanwhile. */
async function keepOneMethod(own: IdentityClient, isLast: IsLast): Promise<void> {
  if (isLast(await reload(own))) throw new IdentityError("operation-not-allowed");
}

/** @throws IdentityError `operation-not-allowed` if it is the last method */
export async function unlinkMethod(uid: string, providerId: string, isLast: IsLast): Promise<void> {
  const own = forUser(await identityClient(), uid);
  await keepOneMethod(own, isLast);
  await unlink(own, providerId);
}

async function loadPasskeyCode(uid: string) {
  const [identity, code] = await withIdentity(() => import("@tallybin/identity/passkey"));
  return { own: forUser(identity, uid), ...code };
}

export async function addPasskey(uid: string, name: string): Promise<void> {
  const { own, enrollPasskey } = await loadPasskeyCode(uid);
  await enrollPasskey(own, { name });
  withdrawPasskeyOffer();
}

/** @throws IdentityError `operation-not-allowed` if it is the last method */
export async function dropPasskey(uid: string, credentialId: string, isLast: IsLast): Promise<void> {
  const { own, removePasskey } = await loadPasskeyCode(uid);
  await keepOneMethod(own, isLast);
  await removePasskey(own, credentialId);
}
