import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { PageSpinner } from "../../components/page-spinner/page-spinner.tsx";
import { TaskFailure } from "../../identity/state/task-failure.tsx";
import { actions } from "../../styles/layout.css.ts";
import { ActionDone } from "./action-done.tsx";
import { ActionFrame } from "./action-frame.tsx";
import type { ActionMode } from "./action-mode.ts";
import { actionFailureTexts, actionTexts } from "./action-texts.ts";
import { NextStep } from "./next-step.tsx";
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
