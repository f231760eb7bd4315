import { Address } from "../../components/address/address.tsx";
import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { Username } from "../../components/text-field/password-field.tsx";
import { authPath } from "../../config/paths.ts";
import { actions } from "../../styles/layout.css.ts";
import { AuthFailure, AuthForm, AuthFrame } from "./auth-form.tsx";
import { authTexts } from "./auth-texts.tsx";
import { useChangePassword } from "./use-change-password.ts";

/** The page of a reset link. */
export function ChangePassword({ next }: { next: string }) {
  const { code, isKnown, email, isDone, check, change, otherUser, changeUser } = useChangePassword(next);
  if (isDone)
    return (
      <AuthFrame type="changepass">
        <Alert tone="success" isAnswer>
          <p>
            <strong>{authTexts.passwordChanged}</strong>
          </p>
          <p>{otherUser ? authTexts.otherUser(email, otherUser.email) : authTexts.signedOutEverywhere}</p>
        </Alert>
        <div className={actions}>
          {otherUser ? (
            <Button onClick={changeUser} text={authTexts.changeUser(email)} />
          ) : (
            <Button href={authPath("signin", next)} text={authTexts.signIn} />
          )}
        </div>
      </AuthFrame>
    );
  if (isKnown && !code)
    return (
      <AuthFrame type="changepass">
        <Alert tone="notice">{authTexts.openLink}</Alert>
        <NewLink next={next} />
      </AuthFrame>
    );
  if (check.progress.status === "failed") {
    const isDead = /action-code|user-/.test(check.progress.failure.code);
    return (
      <AuthFrame type="changepass">
        <AuthFailure progress={check.progress} type="changepass" next={next} />
        {isDead ? (
          <NewLink next={next} />
        ) : (
          <div className={actions}>
            <Button onClick={() => void check.again()} text={authTexts.tryAgain} />
          </div>
        )}
      </AuthFrame>
    );
  }
  return (
    <AuthFrame type="changepass">
      {/* While the link is being checked, the fields can already be filled in. */}
      <p role="status">
        <Address text={email === undefined ? authTexts.checkingLink : authTexts.newPasswordFor(email)} />
      </p>
      <AuthFailure progress={change.progress} type="changepass" next={next} />
      <AuthForm
        type="changepass"
        next={next}
        email={email}
        isReady={email !== undefined}
        task={change}
        onSubmit={({ pass }) => void change.start(pass)}
      >
        <Username email={email ?? ""} />
      </AuthForm>
      {change.progress.status === "failed" && /action-code/.test(change.progress.failure.code) && (
        <NewLink next={next} variant="secondary" />
      )}
    </AuthFrame>
  );
}

const NewLink = ({ next, variant }: { next: string; variant?: "secondary" }) => (
  <div className={actions}>
    <Button href={authPath("forgotpass", next)} variant={variant} text={authTexts.newLink} />
  </div>
);
