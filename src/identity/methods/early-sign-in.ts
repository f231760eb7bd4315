import { readEmail } from "@tallybin/contract/typed-text";
import { signInWithPassword, type User } from "@tallybin/identity";
import { createEarlyAction } from "../../lib/early-action.ts";
import { identityClient } from "../client/client.ts";
import { needsSignIn, waitForKnownSession } from "../state/session-store.ts";

/** The values of the form, which repeats no password at a sign-in. */
type SignInValues = { email: string; pass: string; confirmPass: string };

/** A sign-in by a press before the form was hydrated. */
export const earlySignIn = createEarlyAction<SignInValues, User>();

/** Signs in with the text of a prerendered form. A form with an invalid text waits, and then says what is wrong. */
export async function beginSignIn(form: HTMLFormElement): Promise<void> {
  const fieldValue = (selector: string) => form.querySelector<HTMLInputElement>(selector)?.value ?? "";
  const { address: email } = readEmail(fieldValue("[type=email]"));
  const pass = fieldValue("[autocomplete=current-password]");
  // The page sends a signed-in user on, instead of signing in.
  if (email === undefined || pass === "" || !needsSignIn(await waitForKnownSession())) return;
  earlySignIn.begin({ email, pass, confirmPass: "" }, async () =>
    signInWithPassword(await identityClient(), { email, password: pass }),
  );
}
