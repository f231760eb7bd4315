import { readEmail } from "@tallybin/contract/typed-text";
import { sendPasswordResetEmail } from "@tallybin/identity";
import { useState } from "react";
import { identityClient } from "../../identity/client/client.ts";
import { useTask } from "../../identity/state/use-task.ts";
import { typedEmail } from "./typed-email.ts";

/** Requests the password reset message. The page shows the address with its domain as typed. */
export function useForgotPassword() {
  const [sentTo, setSentTo] = useState<string | undefined>(undefined);
  const task = useTask(async (email: string) => {
    const { shown = email } = readEmail(typedEmail.get());
    // With enumeration protection, the service answers the same with or without an account. Without it, the sign-in
    // names an unknown address too.
    await sendPasswordResetEmail(await identityClient(), email);
    setSentTo(shown);
  });
  return { ...task, sentTo };
}
