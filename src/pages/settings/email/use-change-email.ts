import { sendEmailVerification, updateEmail } from "@tallybin/identity";
import { useState } from "react";
import { identityClient } from "../../../identity/client/client.ts";
import { useRecentSignInTask } from "../section/use-recent-sign-in-task.ts";

/** `email` has its domain as typed. */
export type EmailChange = { email: string; outcome: "changed" | "verification-sent" };

/** Changes the address; with enumeration protection, the user must first confirm the change at the new address. */
export function useChangeEmail(uid: string, onSaved: (address: string) => void) {
  const [change, setChange] = useState<EmailChange | undefined>(undefined);
  const task = useRecentSignInTask(
    uid,
    async ({ address, shown }: { address: string; shown: string }, owned) => {
      const identity = await identityClient();
      const outcome = await updateEmail(owned(identity), address);
      // The change succeeds either way; the dashboard offers to resend the message.
      if (outcome === "changed") await sendEmailVerification(owned(identity)).catch(() => undefined);
      setChange({ email: shown, outcome });
      onSaved(address);
    },
  );
  return { ...task, change };
}
