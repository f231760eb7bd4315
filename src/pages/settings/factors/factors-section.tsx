import { company } from "@tallybin/contract/company";
import { readPhone } from "@tallybin/contract/typed-number";
import { forUser, type TotpSecret } from "@tallybin/identity";
import { useState } from "react";
import type { User } from "../../../account/user.ts";
import { Address } from "../../../components/address/address.tsx";
import { button } from "../../../components/button/button.css.ts";
import { Button, SmallButton } from "../../../components/button/button.tsx";
import { QrCode } from "../../../components/qr-code/qr-code.tsx";
import { TextField } from "../../../components/text-field/text-field.tsx";
import { siteConfig } from "../../../config/site-config.ts";
import { mailLink } from "../../../contact/mail-link.tsx";
import { withIdentity } from "../../../identity/client/client.ts";
import {
  CodeForm,
  factorLabelOf,
  HumanCheckFrame,
  humanVerifier,
} from "../../../identity/second-factor/second-factor-panel.tsx";
import { type Progress, type Task, TaskFailure, useTask } from "../../../identity/state/use-task.tsx";
import { useForm } from "../../../lib/use-form.ts";
import { enrolledItem, ItemList } from "../section/item-list.tsx";
import { Outcome, SendAgain, SettingsForm, SettingsRow } from "../section/section.tsx";
import * as styles from "../section/settings-page.css.ts";
import { methodTexts, rowTexts, factorTexts as texts } from "../section/settings-texts.tsx";

/** Without an address there is no email whose link could be opened. */
const withoutEmail = { ...texts.failures, "unverified-email": texts.needsEmail };

export function FactorsSection({ user }: { user: User }) {
  const { enrollment, request, confirm, cancel } = useFactors(user.uid);
  const { latest, isBusy } = request;
  const { email } = user;
  const isOn = user.enrolledFactors.length > 0;
  const factors = user.enrolledFactors.map((factor, _, { length }) => {
    const { uid, enrolledAt } = factor;
    const name = factorLabelOf(factor);
    const question = length === 1 ? texts.removalOfLast : texts.removal(name);
    const isRunning = isBusy && latest?.ask === "remove" && latest.uid === uid;
    const run = () => void request.start({ ask: "remove", uid, name });
    return enrolledItem({ id: uid, name, enrolledAt, question, isRunning, run });
  });
  return (
    <SettingsRow
      id="factors"
      texts={texts}
      value={isOn ? texts.isOn : texts.isOff}
      action={isOn ? rowTexts.manage : rowTexts.setUp}
    >
      {!user.emailVerified && (
        <div className={styles.steps}>
          {email === undefined ? (
            <p>{texts.needsEmail}</p>
          ) : (
            <>
              <p>
                <Address text={texts.needsVerifiedEmail(email)} />
              </p>
              <SendAgain uid={user.uid} email={email} />
            </>
          )}
        </div>
      )}
      <ItemList items={factors} busy={isBusy} />
      {/* If the user has a second factor, a re-authentication may need the human check, and then shows it itself. */}
      {isBusy && <HumanCheckFrame />}
      {enrollment ? (
        <EnrollmentPanel
          key={enrollment.kind}
          enrollment={enrollment}
          progress={confirm.progress}
          onConfirm={(code, name) => void confirm.start({ code, name })}
          onCancel={cancel}
        />
      ) : (
        <FactorOffers user={user} request={request} />
      )}
      <p className={styles.intro}>{texts.lostDevice(mailLink)}</p>
      {!enrollment && (
        <Outcome
          user={user}
          task={request}
          texts={email === undefined ? withoutEmail : texts.failures}
          saved={latest?.ask === "remove" && methodTexts.isRemoved(latest.name)}
        />
      )}
      <p className={styles.saved} role="status">
        {confirm.progress.status === "done" && texts.on}
      </p>
    </SettingsRow>
  );
}

type FactorOffersProps = {
  user: Pick<User, "uid" | "email" | "enrolledFactors">;
  request: Pick<Task<FactorRequest>, "isBusy" | "latest" | "start">;
};

/** The available second factors: an app, and a phone if the site can send messages. */
export function FactorOffers({ user: { uid, email, enrolledFactors }, request }: FactorOffersProps) {
  const { start, latest, isBusy } = request;
  const form = useForm<{ phone: string }>({
    fields: ["phone"],
    read: (typed) => {
      const { number: phone, problem } = readPhone(typed.phone);
      return phone === undefined ? { problems: { phone: problem } } : { values: { phone } };
    },
    act: ({ phone }) => void start({ ask: "phone", phoneNumber: phone }),
  });
  return (
    <>
      {enrolledFactors.every(({ factorId }) => factorId !== "totp") && (
        <Button
          busy={isBusy && latest?.ask === "totp"}
          disabled={isBusy}
          onClick={() => void start({ ask: "totp", account: email ?? uid })}
          text={texts.setUpApp}
        />
      )}
      {siteConfig().sms !== "off" && (
        <SettingsForm
          button={texts.sendCode}
          variant="secondary"
          busy={isBusy && latest?.ask === "phone"}
          disabled={isBusy}
          form={form}
        >
          <TextField
            {...form.field("phone")}
            label={texts.phone}
            hint={texts.phoneHint}
            type="tel"
            autoComplete="tel"
          />
        </SettingsForm>
      )}
    </>
  );
}

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
      <TaskFailure progress={progress} texts={texts.failures} />
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
      <SmallButton onClick={() => void copyKey()} text={texts.copy} />
      <span role="status" className={styles.rowDetail}>
        {outcome}
      </span>
    </div>
  );
}

/** An enrollment in progress. Key and code exist only in memory, until it ends. */
type Enrollment =
  | { kind: "totp"; secretKey: string; uri: string; enroll: TotpSecret["enroll"] }
  | { kind: "phone"; phoneNumber: string; enroll: TotpSecret["enroll"] };

type FactorRequest =
  | { ask: "totp"; account: string }
  | { ask: "phone"; phoneNumber: string }
  | { ask: "remove"; uid: string; name: string };

/** Second factors: adding one takes two steps, and the second step proves that it works. */
function useFactors(uid: string) {
  const [enrollment, setEnrollment] = useState<Enrollment | undefined>(undefined);

  const request = useTask(async (change: FactorRequest) => {
    confirm.reset();
    const [identity, { startTotpEnrollment, startPhoneEnrollment, unenroll }] = await withIdentity(
      () => import("../../../identity/client/second-factor.lazy.ts"),
    );
    const own = forUser(identity, uid);
    switch (change.ask) {
      case "totp": {
        const { secretKey, uriFor, enroll } = await startTotpEnrollment(own);
        setEnrollment({ kind: "totp", secretKey, uri: uriFor(company.name, change.account), enroll });
        return;
      }
      case "phone": {
        const { phoneNumber } = change;
        const { enroll } = await startPhoneEnrollment(own, phoneNumber, humanVerifier);
        setEnrollment({ kind: "phone", phoneNumber, enroll });
        return;
      }
      case "remove":
        await unenroll(own, change.uid);
    }
  });
  const confirm = useTask(async ({ code, name }: { code: string; name: string }) => {
    await enrollment?.enroll(code, name);
    setEnrollment(undefined);
    request.reset();
  });
  const cancel = (): void => {
    setEnrollment(undefined);
    request.reset();
    confirm.reset();
  };
  return { enrollment, request, confirm, cancel };
}
