import { readCode } from "@tallybin/contract/typed-number";
import {
  type EnrolledFactor,
  type HumanVerifier,
  IdentityError,
  type MultiFactorResolver,
  type User,
} from "@tallybin/identity";
import { type ComponentProps, useCallback, useId, useRef, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { Alert } from "../../components/alert/alert.tsx";
import { Button, SmallButton } from "../../components/button/button.tsx";
import { formatClock, useCountdown } from "../../components/countdown/countdown.tsx";
import { linkTo } from "../../components/link/link.tsx";
import { type FieldText, TextField } from "../../components/text-field/text-field.tsx";
import { paths } from "../../config/paths.ts";
import { siteConfig } from "../../config/site-config.ts";
import { now } from "../../lib/clock.ts";
import type { Elements } from "../../lib/elements.ts";
import { useForm } from "../../lib/use-form.ts";
import { figure } from "../../styles/layout.css.ts";
import { withIdentity } from "../client/client.ts";
import { tokenOfFrame } from "../human-check/check-frame.ts";
import { identityTexts } from "../identity-texts.ts";
import { Cancellation, type Progress, TaskFailure, useTask } from "../state/use-task.tsx";
import * as styles from "./second-factor.css.ts";
import { check, frame } from "./second-factor.css.ts";
import { secondFactorTexts } from "./second-factor-texts.tsx";

/** The second step of any sign-in or re-authentication: which factor, and its code. */
export function SecondFactorPanel({ step }: { step: SecondFactorStep }) {
  const { chosen, sending, checking } = step;
  const isPhone = chosen.factorId === "phone";
  const isSent = sending.status === "done";
  const hintPhone = isSent ? secondFactorTexts.hintSent : secondFactorTexts.hintUnsent;
  return (
    <>
      <HumanCheckFrame />
      <div className={styles.form}>
        <TaskFailure progress={checking} />
        {(checking.status === "idle" || checking.status === "done") && <TaskFailure progress={sending} />}
        {step.hints.length > 1 && <FactorChoice step={step} />}
        {isPhone && isSent && <Alert tone="notice">{messageSentText(chosen.phoneNumber)}</Alert>}
        <CodeForm
          key={chosen.uid}
          label={isPhone ? secondFactorTexts.codeFromMessage : secondFactorTexts.codeFromApp}
          button={secondFactorTexts.confirm}
          hint={isPhone ? hintPhone : secondFactorTexts.hintApp}
          progress={checking}
          onSubmit={step.check}
          onCancel={step.cancel}
        >
          {isPhone && <Resend step={step} />}
        </CodeForm>
        <p className={styles.lost}>{secondFactorTexts.lostDevice(linkTo(paths.contact))}</p>
      </div>
    </>
  );
}

function FactorChoice({ step: { hints, chosen, choose } }: { step: SecondFactorStep }) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{secondFactorTexts.choose}</legend>
      {hints.map((hint) => (
        <label key={hint.uid} className={styles.choice}>
          <input
            className={styles.radio}
            type="radio"
            name={name}
            checked={hint.uid === chosen.uid}
            onChange={() => choose(hint.uid)}
          />
          <span>{factorLabelOf(hint)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Requests another text message, no more often than one can arrive. */
function Resend({ step: { sending, resendAt, resend } }: { step: SecondFactorStep }) {
  const seconds = useCountdown(resendAt);
  return (
    <div className={styles.resend}>
      {seconds > 0 ? (
        <p>{secondFactorTexts.noMessageWait(<span className={figure}>{formatClock(seconds)}</span>)}</p>
      ) : (
        <>
          <span>{secondFactorTexts.noMessage}</span>
          <SmallButton busy={sending.status === "busy"} onClick={resend} text={secondFactorTexts.newCode} />
        </>
      )}
    </div>
  );
}

type CodeFormProps = {
  label: string;
  button: string;
  /** The check of the last code. The form's alert says why it was refused. */
  progress: Progress;
  hint?: string;
  onSubmit: (code: string) => void;
  onCancel?: () => void;
  /** Content between the field and the buttons. */
  children?: Elements;
};

/** One code, typed or pasted. It is stored only in this form. */
export function CodeForm({ label, button, progress, hint, onSubmit, onCancel, children }: CodeFormProps) {
  const busy = progress.status === "busy";
  const isWrong = progress.status === "failed" && progress.failure.code === "invalid-verification-code";
  const form = useForm<{ code: string }>({
    fields: ["code"],
    read: (typed) => {
      const code = readCode(typed.code);
      return code ? { values: { code } } : { problems: { code: secondFactorTexts.codeMissing } };
    },
    act: ({ code }) => onSubmit(code),
    startsFocused: true,
    refusal: isWrong ? { field: "code", attempt: String(progress.runNumber) } : undefined,
  });
  return (
    <form {...form.attributes} className={styles.form}>
      <OneTimeCodeField {...form.field("code")} label={label} hint={hint} />
      {children}
      <Button type="submit" fullWidth busy={busy} text={button} />
      {onCancel && (
        <Button
          variant="simple"
          fullWidth
          disabled={busy}
          onClick={onCancel}
          text={secondFactorTexts.cancel}
        />
      )}
    </form>
  );
}

/** A code from a message or an app: suggested by the phone's keyboard, filled in by password managers. */
export const OneTimeCodeField = (props: FieldText & Omit<ComponentProps<"input">, "type">) => (
  <TextField
    {...props}
    type="text"
    inputMode="numeric"
    autoComplete="one-time-code"
    enterKeyHint="go"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
  />
);

/** A third party's check, in a frame of another origin, so that its script cannot read our storage. */
export function HumanCheckFrame() {
  const current = useStore(humanCheckStore, (state) => state.check);
  if (!current) return null;
  return (
    <section className={check} aria-label={identityTexts.humanCheck}>
      <p role="status">{identityTexts.humanCheckIntro}</p>
      <iframe
        className={frame}
        data-open={current.isOpen || undefined}
        src={current.address}
        title={identityTexts.humanCheckFrame}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
      />
      <Button variant="simple" onClick={current.cancel} text={identityTexts.cancel} />
    </section>
  );
}

/** The end of a phone number. The service replaces the other digits by stars, which a screen reader cannot read. */
const endOfNumber = (phoneNumber: string): string | undefined =>
  phoneNumber.includes("*") ? phoneNumber.replace(/^.*\*/, "") : undefined;

function messageSentText(phoneNumber: string | undefined): string {
  if (!phoneNumber) return secondFactorTexts.sent;
  const digits = endOfNumber(phoneNumber);
  return digits === undefined
    ? secondFactorTexts.sentTo(phoneNumber)
    : secondFactorTexts.sentToEnding(digits);
}

export function factorLabelOf({ factorId, displayName, phoneNumber }: EnrolledFactor): string {
  const kind = secondFactorTexts.kinds[factorId];
  const digits = phoneNumber && endOfNumber(phoneNumber);
  const which = displayName || (digits ? secondFactorTexts.numberEnding(digits) : phoneNumber);
  return which ? secondFactorTexts.namedKind(kind, which) : kind;
}

/** A text message takes about this long to arrive. */
const RESEND_AFTER_MS = 30_000;

/** A demand for a second factor, and the page's actions for it. */
type SecondFactorStep = NonNullable<ReturnType<typeof useSecondFactor>["step"]>;

type Demand = { resolver: MultiFactorResolver; settle: (outcome: User | "canceled") => void };

/** Makes a sign-in wait for the user's second factor, if one is required. */
export function useSecondFactor() {
  const [demand, setDemand] = useState<Demand | undefined>(undefined);
  const [chosen, setChosen] = useState<EnrolledFactor | undefined>(undefined);
  const [resendAt, setResendAt] = useState<number | undefined>(undefined);
  /** The latest message. Codes are checked against it, even if an earlier message is sent late. */
  const sent = useRef<Promise<string> | undefined>(undefined);

  const sending = useTask(
    async ({ resolver, hint }: { resolver: MultiFactorResolver; hint: EnrolledFactor }) => {
      const sendingNow = resolver.sendCode(hint, humanVerifier);
      sent.current = sendingNow;
      await sendingNow;
      if (sent.current === sendingNow) setResendAt(now() + RESEND_AFTER_MS);
    },
    { supersedes: true },
  );
  const checking = useTask(async (code: string) => {
    if (!demand || !chosen) return;
    const { resolver } = demand;
    const user =
      chosen.factorId === "phone"
        ? await resolver.resolveWithPhone((await sent.current) ?? "", code)
        : await resolver.resolveWithTotp(chosen, code);
    setDemand(undefined);
    demand.settle(user);
  });

  const chooseFactor = (resolver: MultiFactorResolver, hint: EnrolledFactor): void => {
    setChosen(hint);
    setResendAt(undefined);
    checking.reset();
    sending.reset();
    if (hint.factorId === "phone") void sending.start({ resolver, hint });
  };

  /** Runs a first factor; resolves after the second one, if the account has one. */
  const withSecondFactor = async (firstFactor: () => Promise<User>): Promise<User> => {
    try {
      return await firstFactor();
    } catch (error) {
      if (!(error instanceof IdentityError) || error.code !== "multi-factor-auth-required") throw error;
      const [identity, functions] = await withIdentity(() => import("../client/second-factor.lazy.ts"));
      const resolver = functions.getMultiFactorResolver(identity, error);
      const [first] = resolver.hints;
      if (!first) throw error;
      return await new Promise<User>((resolve, reject) => {
        setDemand({
          resolver,
          settle: (outcome) => (outcome === "canceled" ? reject(new Cancellation()) : resolve(outcome)),
        });
        chooseFactor(resolver, first);
      });
    }
  };

  // A code that is being checked may already have signed the user in, so it can no longer be canceled.
  const isChecking = checking.isBusy;
  const cancel = useCallback(() => {
    if (isChecking) return;
    setDemand(undefined);
    demand?.settle("canceled");
  }, [demand, isChecking]);

  const step = demand &&
    chosen && {
      hints: demand.resolver.hints,
      chosen,
      choose: (uid: string): void => {
        const hint = demand.resolver.hints.find((each) => each.uid === uid);
        if (hint && !isChecking) chooseFactor(demand.resolver, hint);
      },
      sending: sending.progress,
      resendAt,
      resend: (): void => {
        checking.reset(); // a code error about the previous message does not apply to this message
        void sending.start({ resolver: demand.resolver, hint: chosen });
      },
      checking: checking.progress,
      check: (code: string): void => void checking.start(code),
      cancel,
    };
  return { step, withSecondFactor };
}

/** Set while a check is visible: the address of its frame, whether its second question is open, and how to end it. */
export const humanCheckStore = createStore<{
  check: { address: string; isOpen: boolean; cancel: () => void } | undefined;
}>(() => ({ check: undefined }));

export async function askWhetherHuman(origin?: string): Promise<string> {
  const canceled = new AbortController();
  try {
    return await tokenOfFrame({
      origin,
      find: (address) => document.querySelector<HTMLIFrameElement>(`iframe[src="${address}"]`),
      show: (address, isOpen) =>
        humanCheckStore.setState({ check: { address, isOpen, cancel: () => canceled.abort() } }),
      signal: canceled.signal,
    });
  } finally {
    humanCheckStore.setState({ check: undefined });
  }
}

/** The proof that a person requests a text message, from a frame on its own origin. */
export const humanVerifier: HumanVerifier = {
  async verify() {
    if (siteConfig().sms === "off") throw new IdentityError("operation-not-allowed");
    return askWhetherHuman();
  },
};
