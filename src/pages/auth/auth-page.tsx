import { readEmail } from "@tallybin/contract/typed-text";
import { confirmPasswordReset, verifyPasswordResetCode } from "@tallybin/identity";
import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { Address } from "../../components/address/address.tsx";
import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { PageSpinner } from "../../components/page-spinner/page-spinner.tsx";
import { Username } from "../../components/text-field/password-field.tsx";
import { parseNext } from "../../config/next-path.ts";
import { authPath, type PageName } from "../../config/paths.ts";
import { identityClient } from "../../identity/client/client.ts";
import { signOut } from "../../identity/client/sign-out.ts";
import { type AuthValues, resetForm } from "../../identity/methods/auth-forms.ts";
import { refuseBreachedPassword } from "../../identity/methods/breached-password.ts";
import { dropOobCode, useActionLink } from "../../identity/methods/oob-code.ts";
import { needsSignIn } from "../../identity/state/session-store.ts";
import { useTask } from "../../identity/state/use-task.tsx";
import { useSession } from "../../identity/state/user-state.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { actions } from "../../styles/layout.css.ts";
import { AuthFailure, AuthForm, AuthFrame, AuthLinks } from "./auth-form.tsx";
import { authTexts } from "./auth-texts.tsx";
import { SignIn } from "./sign-in.tsx";
import { typedEmail } from "./typed-email.ts";

export function AuthPage({ name }: { name?: PageName }) {
  const search = useSearch();
  // One prerendered page serves every `next`.
  const next = parseNext(useHydrated() ? new URLSearchParams(search).get("next") : null);
  switch (name) {
    case "forgotpass":
      return <ForgotPassword next={next} />;
    case "changepass":
      return <ChangePassword next={next} />;
    default:
      return <WayIn type={name === "signin" ? name : "signup"} next={next} />;
  }
}

function WayIn({ type, next }: { type: "signup" | "signin"; next: string }) {
  const session = useSession();
  const [, navigate] = useLocation();
  // A sign-in that still has work to do, such as linking, keeps the page until it is done.
  const [isHeld, setHeld] = useState(false);
  const goesOn = session.status === "signed-in" && !isHeld;
  useEffect(() => {
    if (goesOn) navigate(next, { replace: true });
  }, [goesOn, next, navigate]);

  // Show the form before storage is read: on a slow connection, most visitors of this page would wait for the few who
  // are signed in already.
  if (goesOn) return <PageSpinner />;
  return <SignIn type={type} next={next} onHold={setHeld} />;
}

/** Mails a link for choosing a new password. The page shows the address with its domain as typed. */
export function ForgotPassword({ next }: { next: string }) {
  const [sentTo, setSentTo] = useState("");
  const task = useTask(async (values: AuthValues) => {
    const { shown = values.email } = readEmail(typedEmail.get());
    await resetForm.run(values);
    setSentTo(shown);
  });
  const { progress, start } = task;
  return (
    <AuthFrame type="forgotpass">
      {progress.status !== "done" ? (
        <p>{authTexts.resetIntro}</p>
      ) : (
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
      <AuthForm type="forgotpass" next={next} task={task} onSubmit={(values) => void start(values)} />
      <AuthLinks type="forgotpass" next={next} />
    </AuthFrame>
  );
}

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

/** Chooses a new password with the code of a mailed link. */
function useChangePassword(next: string) {
  const link = useActionLink();
  const code = link?.code?.oobCode;
  const [email, setEmail] = useState<string | undefined>(undefined);
  const [isChanged, setChanged] = useState(false);
  const isDone = isChanged || link?.isDone === true;

  /** Checks the code without spending it, before anything is typed: whose password it may change, if any. */
  const check = useTask(async (oobCode: string) => {
    setEmail(await verifyPasswordResetCode(await identityClient(), oobCode));
  });
  const change = useTask(async (password: string) => {
    if (code === undefined) return;
    const identity = await identityClient();
    await refuseBreachedPassword(password);
    await confirmPasswordReset(identity, code, password);
    dropOobCode({ mode: "resetPassword" });
    if (email) typedEmail.set(email);
    setChanged(true);
  });
  const { start } = check;
  useEffect(() => {
    if (code && !isDone) void start(code);
  }, [code, isDone, start]);

  const session = useSession();
  const [, navigate] = useLocation();
  const [isLeaving, setLeaving] = useState(false);
  const isOut = needsSignIn(session);
  const signInPath = authPath("signin", next);
  useEffect(() => {
    if (!isLeaving || !isOut) return;
    if (email !== undefined) typedEmail.set(email);
    navigate(signInPath);
  }, [isLeaving, isOut, email, signInPath, navigate]);
  return {
    code,
    isKnown: link !== undefined,
    email,
    isDone,
    check,
    change,
    /** The user who is signed in here, if the link belongs to another account. */
    otherUser: session.status === "signed-in" && session.user.email !== email ? session.user : undefined,
    /** Signs `otherUser` out, and opens the sign-in for the account of the link. */
    changeUser: () => {
      setLeaving(true);
      signOut();
    },
  };
}
