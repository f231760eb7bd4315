import { useState } from "react";
import { Address } from "../../../components/address/address.tsx";
import { Alert } from "../../../components/alert/alert.tsx";
import { Button } from "../../../components/button/button.tsx";
import { sendVerificationMail, verificationMail } from "../../../identity/client/verification-mail.ts";
import { TaskFailure } from "../../../identity/state/task-failure.tsx";
import { verificationTexts } from "../../../messages/auth-failure-texts.ts";
import { emailTexts } from "./settings-texts.tsx";

/** A button beside an unverified address. It resends the message, and the outcome appears where it was pressed. */
export function SendAgain({ uid, email }: { uid: string; email: string }) {
  const mail = verificationMail.useValue();
  const [isRequested, setRequested] = useState(false);
  return (
    <>
      {isRequested && <TaskFailure progress={mail} texts={verificationTexts} />}
      {isRequested && mail.status === "done" && (
        <Alert key={mail.runNumber} tone="success" isAnswer>
          <Address text={emailTexts.verificationSent(email)} />
        </Alert>
      )}
      <Button
        variant="secondary"
        size="sm"
        busy={mail.status === "busy"}
        onClick={() => {
          setRequested(true);
          void sendVerificationMail(uid);
        }}
        text={emailTexts.sendAgain}
      />
    </>
  );
}
