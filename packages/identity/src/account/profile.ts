import type { IdentityClient } from "../client/client-parts.ts";
import { forCurrentUser } from "../client/session-call.ts";
import { hasCode } from "../errors/identity-error.ts";
import type { User } from "../user.ts";
import { changeAccount } from "./change-account.ts";
import { type ActionCodeSettings, verifyBeforeUpdateEmail } from "./mail.ts";

/** Changes name or picture. `null` removes a field; omitted fields stay. */
export const updateProfile = (
  client: IdentityClient,
  { displayName, photoURL }: { displayName?: string | null; photoURL?: string | null },
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

/** Changes the password, which signs this account out on every other device. */
export const updatePassword = (client: IdentityClient, password: string): Promise<User> =>
  changeAccount(client, { password });
