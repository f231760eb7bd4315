import { accountLinkTexts } from "@tallybin/contract/account-link-texts";
import { type AccountLinkMode, isAccountLinkMode } from "@tallybin/contract/account-links";
import { useEffect, useState } from "react";
import * as v from "valibot";
import { useLocation } from "wouter";
import { Address } from "../../components/address/address.tsx";
import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { PageSpinner } from "../../components/page-spinner/page-spinner.tsx";
import { TextField } from "../../components/text-field/text-field.tsx";
import { authPath, paths } from "../../config/paths.ts";
import { type Done, type OobCode, readDone, takeOobCode } from "../../identity/methods/oob-code.ts";
import * as styles from "../../identity/second-factor/second-factor.css.ts";
import { SecondFactorPanel } from "../../identity/second-factor/second-factor-panel.tsx";
import { TaskFailure } from "../../identity/state/task-failure.tsx";
import { useSession } from "../../identity/state/use-session.ts";
import type { Progress } from "../../identity/state/use-task.ts";
import type { Elements } from "../../lib/elements.ts";
import { EmailAddress, readBySchema } from "../../lib/field-schemas.ts";
import { useForm } from "../../lib/use-form.ts";
import { actions, formColumn, formTitle } from "../../styles/layout.css.ts";
import { actionTexts, linkFailureTexts, signInLinkFailureTexts } from "./action-texts.ts";
import { useAccountLink, useEmailLink } from "./use-action-link.ts";

/** The page of our mailed links. */
export function FirebaseActionPage() {
  const [code] = useState(takeOobCode);
  const [done] = useState(readDone);
  const [, navigate] = useLocation();
  const isReset = code?.mode === "resetPassword";
  useEffect(() => {
    // The code stays in the state of this history entry.
    if (isReset) navigate(authPath("changepass"), { replace: true, state: window.history.state });
  }, [isReset, navigate]);
  if (isReset) return <PageSpinner />;
  const mode = code?.mode ?? done?.mode;
  const oobCode = code?.oobCode ?? "";
  if (isAccountLinkMode(mode))
    return oobCode === "" && !done ? (
      <IncompleteLink mode={mode} />
    ) : (
      <AccountLink mode={mode} oobCode={oobCode} />
    );
  if (mode === "signIn" && code && oobCode !== "") return <EmailLink code={code} />;
  return (
    <ActionFrame title={actionTexts.dead}>
      <Alert tone="error">{actionTexts.invalidMode}</Alert>
      <p>{actionTexts.notOurs}</p>
      <div className={actions}>
        <Button href={authPath("signin")} text={actionTexts.signIn} />
        <Button href={paths.contact} variant="secondary" text={actionTexts.writeToUs} />
      </div>
    </ActionFrame>
  );
}

/** One column, as on the sign-in pages. */
const ActionFrame = ({ title, children }: { title: string; children: Elements }) => (
  <div className={formColumn}>
    <h1 className={formTitle}>{title}</h1>
    {children}
  </div>
);

const isDead = (progress: Progress): boolean =>
  progress.status === "failed" && /action-code|user-|email-already/.test(progress.failure.code);

/** A link that changes an account when the user presses its button. */
function AccountLink({ mode, oobCode }: { mode: AccountLinkMode; oobCode: string }) {
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
          <Button
            size="lg"
            fullWidth
            busy={apply.isBusy}
            onClick={() => void apply.start(undefined)}
            text={accountLinkTexts[mode].button}
          />
        </>
      )}
      {!isInvalid && !details && (
        <div className={actions}>
          <Button onClick={() => void check.again()} text={actionTexts.tryAgain} />
        </div>
      )}
    </ActionFrame>
  );
}

const IncompleteLink = ({ mode }: { mode: AccountLinkMode }) => (
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
        {wantsPassword && <Button href={authPath("forgotpass")} text={actionTexts.getNewPassword} />}
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
    <Button
      href={isIn ? paths[page] : authPath("signin", paths[page])}
      variant={variant}
      text={isIn ? actionTexts.to[page] : actionTexts.signIn}
    />
  );
}

/** Where to go from an invalid link. */
const NextStep = ({ mode }: { mode: AccountLinkMode }) => (
  <div className={actions}>
    {mode === "recoverEmail" ? (
      <Button href={paths.contact} text={actionTexts.writeToUs} />
    ) : (
      <AccountButton page={mode === "verifyEmail" ? "dashboard" : "settings"} />
    )}
  </div>
);

const EmailForm = v.object({ email: EmailAddress });

/** A sign-in link. Another device may have requested it, so the page asks for an unknown address. */
function EmailLink({ code }: { code: OobCode }) {
  const { progress, isBusy, start, factor, known } = useEmailLink(code);
  const [, navigate] = useLocation();
  const form = useForm<{ email: string }>({
    fields: ["email"],
    read: (typed) => readBySchema(EmailForm, typed),
    act: ({ email }) => void start(email),
    initial: { email: known },
  });
  const isIn = progress.status === "done";
  useEffect(() => {
    if (isIn) navigate(paths.dashboard, { replace: true });
  }, [isIn, navigate]);

  if (factor)
    return (
      <ActionFrame title={actionTexts.twoStep}>
        <SecondFactorPanel step={factor} />
      </ActionFrame>
    );
  const isDead = progress.status === "failed" && /action-code|user-/.test(progress.failure.code);
  return (
    <ActionFrame title={isDead ? actionTexts.dead : actionTexts.linkTitle}>
      <TaskFailure progress={progress} texts={signInLinkFailureTexts} />
      <form {...form.attributes} className={styles.form}>
        <TextField
          {...form.field("email")}
          label={actionTexts.email}
          hint={actionTexts.emailHint}
          type="email"
          autoComplete="username"
          enterKeyHint="go"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" size="lg" fullWidth busy={isBusy || isIn} text={actionTexts.signIn} />
      </form>
      <p>
        <a href={authPath("signin")}>{actionTexts.anotherWay}</a>
      </p>
    </ActionFrame>
  );
}
