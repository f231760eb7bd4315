import { forUser, reload, sendEmailVerification } from "@tallybin/identity";
import { now } from "../../lib/clock.ts";
import { toFailure } from "../../messages/failure.ts";
import type { Progress } from "../state/use-task.tsx";
import { userState } from "../state/user-state.ts";
import { identityClient } from "./client.ts";

/** Whether this page has sent the verification message. */
export const verificationMail = userState<Progress>({ status: "idle", runNumber: 0 });

/** Mails the verification link; the current page can show the outcome. */
export async function sendVerificationMail(uid: string): Promise<void> {
  const { status, runNumber: earlier } = verificationMail.get();
  if (status === "busy") return;
  const runNumber = earlier + 1;
  verificationMail.set(uid, { status: "busy", runNumber });
  try {
    await sendEmailVerification(forUser(await identityClient(), uid));
    verificationMail.set(uid, { status: "done", runNumber });
  } catch (error) {
    verificationMail.set(uid, { status: "failed", runNumber, failure: toFailure(error, now()) });
  }
}

/** Reads the account again, because the user may have opened the link. The banner reports a connection problem. */
export const checkVerification = (): Promise<unknown> =>
  identityClient()
    .then(reload)
    .catch(() => undefined);
