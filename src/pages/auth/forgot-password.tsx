import { readEmail } from "@tallybin/contract/typed-text";
import { useState } from "react";
import { Address } from "../../components/address/address.tsx";
import { Alert } from "../../components/alert/alert.tsx";
import { type AuthValues, resetForm } from "../../identity/methods/auth-forms.ts";
import { useTask } from "../../identity/state/use-task.ts";
import { AuthFailure } from "./auth-failure.tsx";
import { AuthForm } from "./auth-form.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { AuthLinks } from "./auth-links.tsx";
import { authTexts } from "./auth-texts.tsx";
import { typedEmail } from "./typed-email.ts";

/** Mails a link for choosing a new password. The page shows the address with its domain as typed. */
export function ForgotPassword({ next }: { next: string }) {
  const [sentTo, setSentTo] = useState<string | undefined>(undefined);
  const task = useTask(async (values: AuthValues) => {
    const { shown = values.email } = readEmail(typedEmail.get());
    await resetForm.run(values);
    setSentTo(shown);
  });
  const { progress, start } = task;
  return (
    <AuthFrame type="forgotpass">
      {progress.status !== "done" && <p>{authTexts.resetIntro}</p>}
      {progress.status === "done" && sentTo !== undefined && (
        <Alert key={progress.runNumber} tone="success" isAnswer>
          <p>
            <strong>{authTexts.resetSent}</strong>
          </p>
          <p>
            <Address text={authTexts.resetSentTo(sentTo)} />
          </p>
        </Alert>
      )}
      <AuthFailure progress={progress} type="forgotpass" next={next} />
      <AuthForm type="forgotpass" next={next} task={task} onSubmit={(values) => void start(values)} />
      <AuthLinks type="forgotpass" next={next} />
    </AuthFrame>
  );
}
