import { type IdentityClient, IdentityError, reload, type User } from "@tallybin/identity";

/**
 * Called right before a sign-in method is removed, because another device may have removed the others meanwhile.
 * @throws IdentityError `operation-not-allowed` if it is the last one
 */
export async function keepOneMethod(own: IdentityClient, isLast: (user: User) => boolean): Promise<void> {
  if (isLast(await reload(own))) throw new IdentityError("operation-not-allowed");
}
