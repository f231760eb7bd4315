import { sendEmailVerification } from "@tallybin/identity";
import { now } from "../clock.ts";
import { identityClient } from "../identity.ts";
import { toFailure } from "../messages/failure.ts";
import { verificationMailStore } from "../stores/verification-mail.ts";

let attempt = 0;

/** Mails the link that proves the address; whichever page is on view then can tell what came of it. */
export async function sendVerificationMail(): Promise<void> {
  if (verificationMailStore.getState().status === "busy") return;
  attempt += 1;
  verificationMailStore.setState({ status: "busy" }, true);
  try {
    await sendEmailVerification(await identityClient());
    verificationMailStore.setState({ status: "sent" }, true);
  } catch (error) {
    verificationMailStore.setState({ status: "failed", failure: toFailure(error, now()), attempt }, true);
  }
}
