import { type IdentityClient, IdentityError, reload, type User } from "@tallybin/identity";

/**
 * Asked right before a way to sign in is removed: another device may have removed the others since the page was drawn.
 * @throws IdentityError `operation-not-allowed` where the last way would go
 */
export async function keepOneMethod(own: IdentityClient, isLast: (user: User) => boolean): Promise<void> {
  if (isLast(await reload(own))) throw new IdentityError("operation-not-allowed");
}
