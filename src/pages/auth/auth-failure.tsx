import { now } from "../../clock.ts";
import { FailureAlert } from "../../components/failure-alert/failure-alert.tsx";
import type { Progress } from "../../identity/use-task.ts";
import { forgotTexts, popupTexts, resetCodeTexts, signUpTexts } from "../../messages/auth-texts.ts";
import { describeFailure, type FailureTexts } from "../../messages/failure.ts";
import type { AuthType } from "../../paths.ts";

const texts: Record<AuthType | "popup", FailureTexts> = {
  signup: signUpTexts,
  signin: {},
  forgotpass: forgotTexts,
  changepass: resetCodeTexts,
  popup: popupTexts,
};

/** Why it did not work, in the words of the form it was asked on. */
export function AuthFailure({ progress, type }: { progress: Progress; type: AuthType | "popup" }) {
  if (progress.status !== "failed") return null;
  return (
    <FailureAlert key={progress.attempt} now={now} {...describeFailure(progress.failure, texts[type])} />
  );
}
