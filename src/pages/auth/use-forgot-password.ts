import { readEmail } from "@tallybin/contract/typed-text";
import { useState } from "react";
import { type AuthValues, resetForm } from "../../identity/methods/auth-forms.ts";
import { useTask } from "../../identity/state/use-task.ts";
import { typedEmail } from "./typed-email.ts";

/** Requests the password reset message. The page shows the address with its domain as typed. */
export function useForgotPassword() {
  const [sentTo, setSentTo] = useState<string | undefined>(undefined);
  const task = useTask(async (values: AuthValues) => {
    const { shown = values.email } = readEmail(typedEmail.get());
    await resetForm.run(values);
    setSentTo(shown);
  });
  return { ...task, sentTo };
}
