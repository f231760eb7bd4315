import type { ReactElement, ReactNode } from "react";
import { Address } from "../../components/address/address.tsx";
import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { PageSpinner } from "../../components/page-spinner/page-spinner.tsx";
import { authPath, paths } from "../../config/paths.ts";
import type { Done } from "../../identity/methods/oob-code.ts";
import { TaskFailure } from "../../identity/state/task-failure.tsx";
import { useSession } from "../../identity/state/use-session.ts";
import { actions } from "../../styles/layout.css.ts";
import { ActionFrame } from "./action-frame.tsx";
import type { ActionMode } from "./action-mode.ts";
import { actionFailureTexts, actionTexts } from "./action-texts.ts";
import { useApplyAction } from "./use-apply-action.ts";

/** A link that takes effect when it is opened. */
export function ApplyAction({ mode, oobCode }: { mode: ActionMode; oobCode: string }) {
  const { progress, again, done } = useApplyAction(mode, oobCode);
  if (done)
    return (
      <ActionFrame title={actionTexts.doneTitles[mode]}>
        <ActionDone mode={mode} done={done} />
      </ActionFrame>
    );
  if (progress.status !== "failed") return <PageSpinner />;
  const isDead = /action-code|user-|email-already/.test(progress.failure.code);
  return (
    <ActionFrame title={isDead ? actionTexts.deadLink : actionTexts.titles[mode]}>
      <TaskFailure progress={progress} texts={actionFailureTexts[mode]} />
      {isDead ? (
        <NextStep mode={mode} />
      ) : (
        <div className={actions}>
          <Button onClick={() => void again()}>{actionTexts.tryAgain}</Button>
        </div>
      )}
    </ActionFrame>
  );
}

/** A link without its code. */
export const IncompleteLink = ({ mode }: { mode: ActionMode }) => (
  <ActionFrame title={actionTexts.deadLink}>
    <Alert tone="error">{actionTexts.incomplete}</Alert>
    <NextStep mode={mode} />
  </ActionFrame>
);

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

function ActionDone({ mode, done }: { mode: ActionMode; done: Done }) {
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

/** Where to go from an invalid link. */
function NextStep({ mode }: { mode: ActionMode }) {
  const isIn = useSession().status === "signed-in";
  const buttonTo = (path: string, text: string): ReactElement =>
    isIn ? (
      <Button href={path}>{text}</Button>
    ) : (
      <Button href={authPath("signin", path)}>{actionTexts.signIn}</Button>
    );
  return (
    <div className={actions}>
      {mode === "verifyEmail" && buttonTo(paths.dashboard, actionTexts.toDashboard)}
      {(mode === "verifyAndChangeEmail" || mode === "revertSecondFactorAddition") &&
        buttonTo(paths.settings, actionTexts.toSettings)}
      {mode === "recoverEmail" && <Button href={paths.contact}>{actionTexts.writeToUs}</Button>}
    </div>
  );
}
