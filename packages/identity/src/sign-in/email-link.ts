import { parseActionCodeUrl } from "../account/action-url.ts";
import { signInWithEmailLink as requestSignIn } from "../api/sign-in-with-email-link.ts";
import type { IdentityClient } from "../client/client-parts.ts";
import { IdentityError } from "../errors/identity-error.ts";
import type { User } from "../user.ts";
import { type Credential, signInWithCredential } from "./credential.ts";

/** The address that a sign-in mail was sent to, with the mail's link or with the code of a parsed link. */
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
    // Google counts an email link as a password, so one account cannot have both as separate providers.
    providerId: "password",
    present: (http, { idToken }) => requestSignIn(http, { email, oobCode, idToken }),
  };
}

/** Completes a sign-in that began with a mailed link. */
export const signInWithEmailLink = async (client: IdentityClient, input: EmailLink): Promise<User> =>
  signInWithCredential(client, emailLinkCredential(input));

/** Whether an address of this site is a sign-in link. */
export const isSignInWithEmailLink = (link: string): boolean => parseActionCodeUrl(link)?.mode === "signIn";
