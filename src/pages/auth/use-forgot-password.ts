import { IdentityError, sendPasswordResetEmail } from "@tallybin/identity";
import { useState } from "react";
import { identityClient } from "../../identity/client.ts";
import { useTask } from "../../identity/use-task.ts";

/** Asks for the message that lets its reader choose a new password. */
export function useForgotPassword() {
  const [sentTo, setSentTo] = useState<string | undefined>(undefined);
  const task = useTask(async (email: string) => {
    try {
      await sendPasswordResetEmail(await identityClient(), email);
    } catch (error) {
      // Whether an address has an account is nobody's business: the answer is the same.
      if (!(error instanceof IdentityError) || error.code !== "user-not-found") throw error;
    }
    setSentTo(email);
  });
  return { ...task, sentTo };
}
