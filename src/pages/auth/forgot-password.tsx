import { Address } from "../../components/address/address.tsx";
import { Alert } from "../../components/alert/alert.tsx";
import { AuthFailure } from "./auth-failure.tsx";
import { AuthForm } from "./auth-form.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { AuthLinks } from "./auth-links.tsx";
import { authTexts } from "./auth-texts.tsx";
import { useForgotPassword } from "./use-forgot-password.ts";

/** Mails a link for choosing a new password. */
export function ForgotPassword({ next }: { next: string }) {
  const task = useForgotPassword();
  const { progress, start, sentTo } = task;
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
      <AuthForm type="forgotpass" task={task} onSubmit={(values) => void start(values)} />
      <AuthLinks type="forgotpass" next={next} />
    </AuthFrame>
  );
}
