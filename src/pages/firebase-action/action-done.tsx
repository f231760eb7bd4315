import type { ReactNode } from "react";
import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { authPath, paths } from "../../config/paths.ts";
import type { Done } from "../../identity/oob-code.ts";
import { useSession } from "../../identity/use-session.ts";
import { actions } from "../../styles/layout.css.ts";
import type { ActionMode } from "./action-texts.ts";

/** The outcome of the link. */
function sentenceFor(mode: ActionMode, { email, factor, isResetSent }: Done): ReactNode {
  switch (mode) {
    case "verifyEmail":
      return <p>Your email has been verified. You may now close this window.</p>;
    case "recoverEmail":
      return (
        <>
          <p>Your email address has been set back to {email}.</p>
          <p>
            {isResetSent === false
              ? "Choose a new password now, in case somebody else knows the old one."
              : "We have sent a password reset email to it: choose a new password, in case somebody else knows the old one."}
          </p>
        </>
      );
    case "verifyAndChangeEmail":
      return <p>Your email address is now {email}. Sign in with it from now on.</p>;
    case "revertSecondFactorAddition":
      return (
        <>
          <p>
            {factor ? `The verification method “${factor}” has` : "The verification method has"} been removed
            from your account.
          </p>
          <p>If you didn’t add it, someone may know your password. Choose a new one.</p>
        </>
      );
  }
}

export function ActionDone({ mode, done }: { mode: ActionMode; done: Done }) {
  const isIn = useSession().status === "signed-in";
  const wantsPassword =
    mode === "revertSecondFactorAddition" || (mode === "recoverEmail" && done.isResetSent === false);
  return (
    <>
      <Alert tone="success" isAnswer>
        {sentenceFor(mode, done)}
      </Alert>
      <div className={actions}>
        {wantsPassword && <Button href={authPath("forgotpass")}>Get a new password</Button>}
        {isIn ? (
          <Button href={paths.dashboard} variant={wantsPassword ? "secondary" : "primary"}>
            Go to the dashboard
          </Button>
        ) : (
          <Button href={authPath("signin")} variant={wantsPassword ? "secondary" : "primary"}>
            Sign in
          </Button>
        )}
      </div>
    </>
  );
}
