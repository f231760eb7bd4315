import { readEmail } from "@tallybin/contract/typed-text";
import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { Address } from "../../components/address/address.tsx";
import { Alert } from "../../components/alert/alert.tsx";
import { PageSpinner } from "../../components/page-spinner/page-spinner.tsx";
import { parseNext } from "../../config/next-path.ts";
import type { PageName } from "../../config/paths.ts";
import { type AuthValues, resetForm } from "../../identity/methods/auth-forms.ts";
import { useSession } from "../../identity/state/use-session.ts";
import { useTask } from "../../identity/state/use-task.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { AuthFailure, AuthForm, AuthFrame, AuthLinks } from "./auth-form.tsx";
import { authTexts } from "./auth-texts.tsx";
import { ChangePassword } from "./change-password.tsx";
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
