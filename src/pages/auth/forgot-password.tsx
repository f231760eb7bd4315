import { Alert } from "../../components/alert/alert.tsx";
import { AuthFailure } from "./auth-failure.tsx";
import { AuthForm } from "./auth-form.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { AuthLinks } from "./auth-links.tsx";
import { useForgotPassword } from "./use-forgot-password.ts";

/** Has a link to a new password sent. */
export function ForgotPassword({ next }: { next: string }) {
  const { progress, start, sentTo } = useForgotPassword();
  return (
    <AuthFrame type="forgotpass">
      {progress.status !== "done" && (
        <p>We send a link to your address. With it, you choose a new password.</p>
      )}
      {progress.status === "done" && (
        <Alert key={progress.attempt} tone="success" focusOnShow>
          <p>
            <strong>Password reset email sent</strong>
          </p>
          <p>
            If {sentTo} has an account, the message is there in a minute or two. Look among the junk as well.
          </p>
        </Alert>
      )}
      <AuthFailure progress={progress} type="forgotpass" next={next} />
      <AuthForm
        type="forgotpass"
        busy={progress.status === "busy"}
        onSubmit={({ email }) => void start(email)}
      />
      <AuthLinks type="forgotpass" next={next} />
    </AuthFrame>
  );
}
