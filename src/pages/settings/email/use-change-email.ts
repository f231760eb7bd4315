import { forUser, sendEmailVerification, updateEmail } from "@tallybin/identity";
import { useState } from "react";
import { identityClient } from "../../../identity/client/client.ts";
import { useTask } from "../../../identity/state/use-task.ts";

/** Changes the address; with enumeration protection, the user must first confirm the change at the new address. */
export function useChangeEmail(uid: string, onSaved: (address: string) => void) {
  const [outcome, setOutcome] = useState<"changed" | "verification-sent">();
  const task = useTask(async ({ address }: { address: string; shown: string }) => {
    const own = forUser(await identityClient(), uid);
    const updated = await updateEmail(own, address);
    // The change succeeds either way; the dashboard offers to resend the message.
    if (updated === "changed") await sendEmailVerification(own).catch(() => undefined);
    setOutcome(updated);
    onSaved(address);
  });
  return { ...task, outcome };
}
