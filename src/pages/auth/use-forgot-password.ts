import { IdentityError, sendPasswordResetEmail } from "@tallybin/identity";
import { useState } from "react";
import { identityClient } from "../../identity/client/client.ts";
import { useTask } from "../../identity/state/use-task.ts";

/** Requests the password reset message. */
export function useForgotPassword() {
  const [sentTo, setSentTo] = useState<string | undefined>(undefined);
  const task = useTask(async (email: string) => {
    try {
      await sendPasswordResetEmail(await identityClient(), email);
    } catch (error) {
      // The result is the same with or without an account, so that it does not reveal which addresses have one.
      if (!(error instanceof IdentityError) || error.code !== "user-not-found") throw error;
    }
    setSentTo(email);
  });
  return { ...task, sentTo };
}
