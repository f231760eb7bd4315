import { sendPasswordResetEmail } from "@tallybin/identity";
import { useState } from "react";
import { identityClient } from "../../identity/client/client.ts";
import { useTask } from "../../identity/state/use-task.ts";

/** Requests the password reset message. */
export function useForgotPassword() {
  const [sentTo, setSentTo] = useState<string | undefined>(undefined);
  const task = useTask(async (email: string) => {
    // With enumeration protection, the service answers the same with or without an account. Without it, the sign-in
    // names an unknown address too.
    await sendPasswordResetEmail(await identityClient(), email);
    setSentTo(email);
  });
  return { ...task, sentTo };
}
