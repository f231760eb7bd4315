import { SecondFactorForm } from "../../components/second-factor/second-factor-form.tsx";
import { paths } from "../../config/paths.ts";
import { describeFailure } from "../../messages/failure.ts";
import type { Progress } from "../state/use-task.ts";
import { HumanCheckFrame } from "./human-check-frame.tsx";
import type { SecondFactorStep } from "./use-second-factor.ts";

const formFailureOf = (name: string, progress: Progress) =>
  progress.status === "failed"
    ? {
        key: `${name}-${progress.runNumber}`,
        isCodeWrong: progress.failure.code === "invalid-verification-code",
        ...describeFailure(progress.failure),
      }
    : undefined;

/** The second step of any sign-in or re-authentication. */
export function SecondFactorPanel({ step }: { step: SecondFactorStep }) {
  return (
    <>
      <HumanCheckFrame />
      <SecondFactorForm
        hints={step.hints}
        chosen={step.chosen}
        onChoose={step.choose}
        isSending={step.sending.status === "busy"}
        isSent={step.sending.status === "done"}
        resendAt={step.resendAt}
        onResend={step.resend}
        isChecking={step.checking.status === "busy"}
        failure={
          step.checking.status === "busy"
            ? undefined
            : (formFailureOf("check", step.checking) ?? formFailureOf("send", step.sending))
        }
        onCheck={step.check}
        onCancel={step.cancel}
        contactHref={paths.contact}
      />
    </>
  );
}
