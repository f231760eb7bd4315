import { parseActionCodeUrl } from "../account/action-url.ts";
import { signInWithEmailLink as requestSignIn } from "../api/sign-in-with-email-link.ts";
import type { IdentityClient } from "../client/client-parts.ts";
import { IdentityError } from "../errors/identity-error.ts";
import type { User } from "../user.ts";
import { type Credential, signInWithCredential } from "./credential.ts";

/** The address that a sign-in mail was sent to, with the mail's link or the code of a link that was parsed before. */
export type EmailLink = { email: string } & ({ link: string } | { oobCode: string });

function codeOf(link: string): string {
  const action = parseActionCodeUrl(link);
  if (action?.mode !== "signIn") throw new IdentityError("argument-error", { detail: "link" });
  return action.oobCode;
}

/** @throws {IdentityError} `argument-error` for a link that is not a sign-in link. */
export function emailLinkCredential({ email, ...mail }: EmailLink): Credential {
  const oobCode = "link" in mail ? codeOf(mail.link) : mail.oobCode;
  return {
    // Google counts the link as a password: one account cannot have both as two providers.
    providerId: "password",
    present: (http, { idToken }) => requestSignIn(http, { email, oobCode, idToken }),
  };
}

/** Completes a sign-in that a mailed link began. */
export const signInWithEmailLink = async (client: IdentityClient, input: EmailLink): Promise<User> =>
  signInWithCredential(client, emailLinkCredential(input));

/** Whether an address of this site is a link of a sign-in mail. */
export const isSignInWithEmailLink = (link: string): boolean => parseActionCodeUrl(link)?.mode === "signIn";
