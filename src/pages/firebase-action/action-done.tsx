import type { ReactNode } from "react";
import { Address } from "../../components/address/address.tsx";
import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { authPath, paths } from "../../config/paths.ts";
import type { Done } from "../../identity/methods/oob-code.ts";
import { useSession } from "../../identity/state/use-session.ts";
import { actions } from "../../styles/layout.css.ts";
import type { ActionMode } from "./action-mode.ts";
import { actionTexts } from "./action-texts.ts";

/** The outcome of the link. */
function sentenceFor(mode: ActionMode, { email, factor, isResetSent }: Done): ReactNode {
  switch (mode) {
    case "verifyEmail":
      return <p>{actionTexts.verified}</p>;
    case "recoverEmail":
      return (
        <>
          <p>
            <Address text={actionTexts.recovered(email)} />
          </p>
          <p>{isResetSent === false ? actionTexts.choosePassword : actionTexts.resetSent}</p>
        </>
      );
    case "verifyAndChangeEmail":
      return (
        <p>
          <Address text={actionTexts.changed(email)} />
        </p>
      );
    case "revertSecondFactorAddition":
      return (
        <>
          <p>{actionTexts.factorRemoved(factor)}</p>
          <p>{actionTexts.notYou}</p>
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
        {wantsPassword && <Button href={authPath("forgotpass")}>{actionTexts.getNewPassword}</Button>}
        {isIn ? (
          <Button href={paths.dashboard} variant={wantsPassword ? "secondary" : "primary"}>
            {actionTexts.toDashboard}
          </Button>
        ) : (
          <Button href={authPath("signin")} variant={wantsPassword ? "secondary" : "primary"}>
            {actionTexts.signIn}
          </Button>
        )}
      </div>
    </>
  );
}
