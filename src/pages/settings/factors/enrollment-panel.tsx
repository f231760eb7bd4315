import { useState } from "react";
import { button } from "../../../components/button/button.css.ts";
import { Button } from "../../../components/button/button.tsx";
import { QrCode } from "../../../components/qr-code/qr-code.tsx";
import { TextField } from "../../../components/text-field/text-field.tsx";
import { CodeForm } from "../../../identity/second-factor/code-form.tsx";
import { TaskFailure } from "../../../identity/state/task-failure.tsx";
import type { Progress } from "../../../identity/state/use-task.ts";
import * as styles from "../section/settings-page.css.ts";
import { factorFailureTexts, factorTexts as texts } from "../section/settings-texts.tsx";
import type { Enrollment } from "./use-factors.ts";

type EnrollmentPanelProps = {
  enrollment: Enrollment;
  progress: Progress;
  onConfirm: (code: string, name: string) => void;
  onCancel: () => void;
};

const formatSecretKey = (key: string) => key.replace(/(.{4})(?=.)/g, "$1 ");

/** The second step of an enrollment: shows the key or the phone number, and asks for the first code. */
export function EnrollmentPanel({ enrollment, progress, onConfirm, onCancel }: EnrollmentPanelProps) {
  const isApp = enrollment.kind === "totp";
  const [name, setName] = useState(isApp ? texts.myPhone : "");
  return (
    <section className={styles.enrollment} aria-label={texts.setUp}>
      {isApp ? (
        <div className={styles.steps}>
          <p>{texts.scan}</p>
          <QrCode text={enrollment.uri} label={texts.qrCode} />
          <p>{texts.key(<code className={styles.key}>{formatSecretKey(enrollment.secretKey)}</code>)}</p>
          <CopyKey secretKey={enrollment.secretKey} />
          <div className={styles.firstOnPhone}>
            <a className={button({ variant: "secondary" })} href={enrollment.uri}>
              {texts.openApp}
            </a>
          </div>
        </div>
      ) : (
        <p>{texts.messageSent(enrollment.phoneNumber)}</p>
      )}
      <TaskFailure progress={progress} texts={factorFailureTexts} />
      <div className={styles.form}>
        <CodeForm
          label={isApp ? texts.codeFromApp : texts.codeFromMessage}
          button={texts.turnOn}
          progress={progress}
          onSubmit={(code) => onConfirm(code, name.trim())}
          onCancel={onCancel}
        >
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            name="factor-name"
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </CodeForm>
      </div>
    </section>
  );
}

/** Copies the key for an app on the same device. A browser may refuse; the key can then be selected. */
function CopyKey({ secretKey }: { secretKey: string }) {
  const [outcome, setOutcome] = useState("");
  const copyKey = async () => {
    try {
      await navigator.clipboard.writeText(secretKey);
      setOutcome(texts.copied);
    } catch {
      setOutcome(texts.notCopied);
    }
  };
  return (
    <div className={styles.rowLine}>
      <Button variant="secondary" size="sm" onClick={() => void copyKey()}>
        {texts.copy}
      </Button>
      <span role="status" className={styles.rowDetail}>
        {outcome}
      </span>
    </div>
  );
}
