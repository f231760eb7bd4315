import { Link } from "../../components/link/link.tsx";
import { type AuthType, authPath, paths } from "../../config/paths.ts";
import { TaskFailure } from "../../identity/state/task-failure.tsx";
import type { Progress } from "../../identity/state/use-task.ts";
import {
  forgotTexts,
  popupTexts,
  resetCodeTexts,
  signInTexts,
  signUpTexts,
} from "../../messages/auth-failure-texts.ts";
import type { Failure, FailureTexts } from "../../messages/failure.ts";
import { authTexts } from "./auth-texts.tsx";

type FailedForm = AuthType | "popup" | "passkey";
type Remedy = { text: string; to: AuthType | "contact" };

const failureTexts: Record<FailedForm, FailureTexts> = {
  signup: signUpTexts,
  signin: signInTexts,
  forgotpass: forgotTexts,
  changepass: resetCodeTexts,
  popup: popupTexts,
  passkey: {},
};

const WRITE: Remedy = { text: authTexts.writeToUs, to: "contact" };
const SIGN_IN: Remedy = { text: authTexts.useThisAddress, to: "signin" };
const CREATE: Remedy = { text: authTexts.createOne, to: "signup" };
const NEW_PASSWORD: Remedy = { text: authTexts.getNewPassword, to: "forgotpass" };

/** If the message sends the user to another page, the link is beside it. */
const remedies: Partial<Record<FailedForm, Partial<Record<Failure["code"], Remedy>>>> = {
  signup: {
    "email-already-in-use": SIGN_IN,
    "operation-not-allowed": WRITE,
    "admin-restricted-operation": WRITE,
  },
  signin: {
    "wrong-password": NEW_PASSWORD,
    "invalid-credential": NEW_PASSWORD,
    "password-does-not-meet-requirements": NEW_PASSWORD,
    "too-many-requests": NEW_PASSWORD,
    "user-not-found": CREATE,
  },
  forgotpass: { "user-not-found": CREATE },
};

type AuthFailureProps = { progress: Progress; type: FailedForm; next: string };

export function AuthFailure({ progress, type, next }: AuthFailureProps) {
  if (progress.status !== "failed") return null;
  const { code } = progress.failure;
  const remedy = code === "user-disabled" ? WRITE : remedies[type]?.[code];
  return (
    <TaskFailure progress={progress} texts={failureTexts[type]}>
      {remedy && (
        <p>
          <Link href={remedy.to === "contact" ? paths.contact : authPath(remedy.to, next)}>
            {remedy.text}
          </Link>
        </p>
      )}
    </TaskFailure>
  );
}
