import { isAccountLinkMode } from "@tallybin/contract/account-links";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { PageSpinner } from "../../components/page-spinner/page-spinner.tsx";
import { authPath, paths } from "../../config/paths.ts";
import { readDone, takeOobCode } from "../../identity/methods/oob-code.ts";
import { actions } from "../../styles/layout.css.ts";
import { AccountLink, IncompleteLink } from "./account-link.tsx";
import { ActionFrame } from "./action-frame.tsx";
import { actionTexts } from "./action-texts.ts";
import { EmailLink } from "./email-link.tsx";

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
        <Button href={authPath("signin")}>{actionTexts.signIn}</Button>
        <Button href={paths.contact} variant="secondary">
          {actionTexts.writeToUs}
        </Button>
      </div>
    </ActionFrame>
  );
}
