import { accountLinkTexts } from "@tallybin/contract/account-link-texts";
import type { AccountLinkMode } from "@tallybin/contract/account-links";
import { Address } from "../../components/address/address.tsx";
import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { PageSpinner } from "../../components/page-spinner/page-spinner.tsx";
import { authPath, paths } from "../../config/paths.ts";
import type { Done } from "../../identity/methods/oob-code.ts";
import { TaskFailure } from "../../identity/state/task-failure.tsx";
import { useSession } from "../../identity/state/use-session.ts";
import type { Progress } from "../../identity/state/use-task.ts";
import { actions } from "../../styles/layout.css.ts";
import { ActionFrame } from "./action-frame.tsx";
import { actionTexts, linkFailureTexts } from "./action-texts.ts";
import { useAccountLink } from "./use-account-link.ts";

const isDead = (progress: Progress): boolean =>
  progress.status === "failed" && /action-code|user-|email-already/.test(progress.failure.code);

/** A link that changes an account when the user presses its button. */
export function AccountLink({ mode, oobCode }: { mode: AccountLinkMode; oobCode: string }) {
  const { check, apply, details, done } = useAccountLink(mode, oobCode);
  const { title, doneTitle } = accountLinkTexts[mode];
  if (done)
    return (
      <ActionFrame title={doneTitle}>
        <LinkDone mode={mode} done={done} />
      </ActionFrame>
    );
  const { progress } = details ? apply : check;
  if (!details && progress.status !== "failed") return <PageSpinner />;
  const isInvalid = isDead(progress);
  return (
    <ActionFrame title={isInvalid ? actionTexts.dead : title}>
      <TaskFailure progress={progress} texts={linkFailureTexts(mode)} />
      {isInvalid && <NextStep mode={mode} />}
      {!isInvalid && details && (
        <>
          <p>
            <Address text={accountLinkTexts[mode].plan(details)} />
          </p>
          <p>{accountLinkTexts[mode].otherwise}</p>
          <Button size="lg" fullWidth busy={apply.isBusy} onClick={() => void apply.start(undefined)}>
            {accountLinkTexts[mode].button}
          </Button>
        </>
      )}
      {!isInvalid && !details && (
        <div className={actions}>
          <Button onClick={() => void check.again()}>{actionTexts.tryAgain}</Button>
        </div>
      )}
    </ActionFrame>
  );
}

export const IncompleteLink = ({ mode }: { mode: AccountLinkMode }) => (
  <ActionFrame title={actionTexts.dead}>
    <Alert tone="error">{actionTexts.incomplete}</Alert>
    <NextStep mode={mode} />
  </ActionFrame>
);

/** What follows the sentence about the outcome. */
function moreOf({ mode, email, isUsedBefore, isResetSent }: Done): string | undefined {
  if (isUsedBefore && email !== undefined) return actionTexts.usedBefore(email);
  if (mode === "recoverEmail")
    return isResetSent === false ? actionTexts.choosePassword : actionTexts.resetSent;
  return mode === "revertSecondFactorAddition" ? actionTexts.notYou : undefined;
}

function LinkDone({ mode, done }: { mode: AccountLinkMode; done: Done }) {
  const wantsPassword =
    mode === "revertSecondFactorAddition" || (mode === "recoverEmail" && done.isResetSent === false);
  const more = moreOf(done);
  return (
    <>
      <Alert tone="success" isAnswer>
        <p>
          <Address text={accountLinkTexts[mode].done(done)} />
        </p>
        {more !== undefined && (
          <p>
            <Address text={more} />
          </p>
        )}
      </Alert>
      <div className={actions}>
        {wantsPassword && <Button href={authPath("forgotpass")}>{actionTexts.getNewPassword}</Button>}
        <AccountButton page="dashboard" variant={wantsPassword ? "secondary" : "primary"} />
      </div>
    </>
  );
}

type AccountButtonProps = { page: "dashboard" | "settings"; variant?: "primary" | "secondary" };

/** Opens a page of the account. A visitor signs in first. */
function AccountButton({ page, variant = "primary" }: AccountButtonProps) {
  const isIn = useSession().status === "signed-in";
  return (
    <Button href={isIn ? paths[page] : authPath("signin", paths[page])} variant={variant}>
      {isIn ? actionTexts.to[page] : actionTexts.signIn}
    </Button>
  );
}

/** Where to go from an invalid link. */
const NextStep = ({ mode }: { mode: AccountLinkMode }) => (
  <div className={actions}>
    {mode === "recoverEmail" ? (
      <Button href={paths.contact}>{actionTexts.writeToUs}</Button>
    ) : (
      <AccountButton page={mode === "verifyEmail" ? "dashboard" : "settings"} />
    )}
  </div>
);
