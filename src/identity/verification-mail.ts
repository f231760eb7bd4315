import { sendEmailVerification } from "@tallybin/identity";
import { now } from "../lib/clock.ts";
import { toFailure } from "../messages/failure.ts";
import { identityClient } from "./client.ts";
import { ownedBy } from "./owner.ts";
import { mailOf, type VerificationMail, verificationMailStore } from "./verification-mail-store.ts";

let attempt = 0;

/** Mails the link that proves the address; whichever page is on view then can tell what came of it. */
export async function sendVerificationMail(uid: string): Promise<void> {
  if (mailOf(uid).status === "busy") return;
  attempt += 1;
  const tell = (mail: VerificationMail) => verificationMailStore.setState({ uid, mail });
  tell({ status: "busy" });
  try {
    await sendEmailVerification(ownedBy(uid)(await identityClient()));
    tell({ status: "sent" });
  } catch (error) {
    tell({ status: "failed", failure: toFailure(error, now()), attempt });
  }
}
