import { accountLinkTexts } from "@tallybin/contract/account-link-texts";
import {
  ACCOUNT_LINK_PURPOSES,
  type AccountLinkDetails,
  type AccountLinkMode,
  isAccountLinkMode,
} from "@tallybin/contract/account-links";
import {
  applyActionCode,
  checkActionCode,
  type IdentityClient,
  IdentityError,
  reload,
  sendPasswordResetEmail,
  signInWithEmailLink,
} from "@tallybin/identity";
import { useEffect, useState } from "react";
import * as v from "valibot";
import { useLocation } from "wouter";
import { Address } from "../../components/address/address.tsx";
import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { PageSpinner } from "../../components/page-spinner/page-spinner.tsx";
import { TextField } from "../../components/text-field/text-field.tsx";
import { authPath, paths } from "../../config/paths.ts";
import { identityClient } from "../../identity/client/client.ts";
import {
  type Done,
  dropOobCode,
  type OobCode,
  readDone,
  takeOobCode,
} from "../../identity/methods/oob-code.ts";
import * as styles from "../../identity/second-factor/second-factor.css.ts";
import { SecondFactorPanel, useSecondFactor } from "../../identity/second-factor/second-factor-panel.tsx";
import { waitForKnownSession } from "../../identity/state/session-store.ts";
import { type Progress, TaskFailure, useTask } from "../../identity/state/use-task.tsx";
import { useSession } from "../../identity/state/user-state.ts";
import type { Elements } from "../../lib/elements.ts";
import { EmailAddress, readBySchema } from "../../lib/field-schemas.ts";
import { lastingValues } from "../../lib/site-data.ts";
import { useForm } from "../../lib/use-form.ts";
import { actions, formColumn, formTitle } from "../../styles/layout.css.ts";
import { actionTexts, linkFailureTexts, signInLinkFailureTexts } from "./action-texts.ts";

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

/**
 * Finds out what a link changes, and changes it when the user presses the button: mail scanners and previews open every
 * link of a mail in a browser. Keeps the outcome for a reload.
 */
function useAccountLink(mode: AccountLinkMode, oobCode: string) {
  const [details, setDetails] = useState<AccountLinkDetails | undefined>(undefined);
  const [done, setDone] = useState<Done | undefined>(readDone);
  const check = useTask(async () => {
    try {
      setDetails(await fetchDetails(await identityClient(), mode, oobCode));
    } catch (error) {
      const verified = mode === "verifyEmail" ? await verifiedEmail(error) : undefined;
      if (verified === undefined) throw error;
      setDone({ mode, email: verified, isUsedBefore: true });
    }
  });
  const apply = useTask(async () => {
    const outcome = await applyLink(await identityClient(), oobCode, { mode, ...details });
    dropOobCode(outcome);
    setDone(outcome);
  });
  const isDone = done !== undefined;
  const { start } = check;
  useEffect(() => {
    if (!isDone) void start(undefined);
  }, [isDone, start]);
  return { check, apply, details, done };
}

/** @throws IdentityError `invalid-action-code` also for a code with another purpose than its link */
async function fetchDetails(
  identity: IdentityClient,
  mode: AccountLinkMode,
  oobCode: string,
): Promise<AccountLinkDetails> {
  try {
    const { operation, email, previousEmail, factor } = await checkActionCode(identity, oobCode);
    if (operation !== ACCOUNT_LINK_PURPOSES[mode]) throw new IdentityError("invalid-action-code");
    return { email, previousEmail, factor: factor?.displayName };
  } catch (error) {
    // A project without passwords describes no codes, but applies them.
    if (error instanceof IdentityError && error.code === "operation-not-allowed") return {};
    throw error;
  }
}

/** The address of this browser's account, if the link is invalid because it has verified that address. */
async function verifiedEmail(error: unknown): Promise<string | undefined> {
  if (!(error instanceof IdentityError && error.code.endsWith("action-code"))) return undefined;
  if ((await waitForKnownSession()).status !== "signed-in") return undefined;
  const user = await reload(await identityClient()).catch(() => undefined);
  return user?.emailVerified ? user.email : undefined;
}

async function applyLink(identity: IdentityClient, oobCode: string, done: Done): Promise<Done> {
  await applyActionCode(identity, oobCode);
  if (done.mode !== "recoverEmail" || done.email === undefined) return done;
  // Another person may have changed the address and may know the password, so mail a link for a new one. The address
  // is restored even if this message cannot be sent.
  const isResetSent = await sendPasswordResetEmail(identity, done.email).then(
    () => true,
    () => false,
  );
  return { ...done, isResetSent };
}

/** Where the requesting page stores the address: under the name of Google's own examples. */
const KEY = "emailForSignIn";

/** A browser may prerender a page in advance, which must not spend a code. */
function waitUntilShown(page: Document): Promise<void> {
  if (!("prerendering" in page) || page.prerendering !== true) return Promise.resolve();
  return new Promise((resolve) =>
    page.addEventListener("prerenderingchange", () => resolve(), { once: true }),
  );
}

/** Signs in with a mailed link, immediately if this browser knows its recipient. */
function useEmailLink({ oobCode }: OobCode) {
  const [known] = useState(() => lastingValues.read(KEY) ?? "");
  const { step: factor, withSecondFactor } = useSecondFactor();
  const task = useTask(async (email: string) => {
    await waitUntilShown(document);
    const identity = await identityClient();
    await withSecondFactor(async () => (await signInWithEmailLink(identity, { email, oobCode })).user);
    dropOobCode();
    lastingValues.remove(KEY);
  });
  const { start } = task;
  useEffect(() => {
    if (known !== "") void start(known);
  }, [known, start]);
  return { ...task, factor, known };
}
