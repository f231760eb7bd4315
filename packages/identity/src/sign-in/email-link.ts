import { parseActionCodeUrl } from "../account/action-url.ts";
import { signInWithEmailLink as requestSignIn } from "../api/sign-in-with-email-link.ts";
import type { IdentityClient } from "../client/client-parts.ts";
import { IdentityError } from "../errors/identity-error.ts";
import type { User } from "../user.ts";
import { type Credential, signInWithCredential } from "./credential.ts";

/** The link of a sign-in mail, with the address it was sent to. */
export function emailLinkCredential({ email, link }: { email: string; link: string }): Credential {
  const action = parseActionCodeUrl(link);
  if (action?.mode !== "signIn") throw new IdentityError("argument-error", { detail: "link" });
  const { oobCode } = action;
  return {
    // Google counts the link as a password: one account cannot have both as two providers.
    providerId: "password",
    present: (http, { idToken }) => requestSignIn(http, { email, oobCode, idToken }),
  };
}

/** Completes a sign-in that a mailed link began. */
export const signInWithEmailLink = async (
  client: IdentityClient,
  input: { email: string; link: string },
): Promise<User> => signInWithCredential(client, emailLinkCredential(input));

/** Whether an address of this site is a link of a sign-in mail. */
export const isSignInWithEmailLink = (link: string): boolean => parseActionCodeUrl(link)?.mode === "signIn";
