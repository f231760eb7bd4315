import type { TotpSecret } from "@tallybin/identity";
import { useState } from "react";
import { company } from "../../config/company.ts";
import { identityClient } from "../../identity/client.ts";
import { humanVerifier } from "../../identity/human-verifier.ts";
import { ownedBy } from "../../identity/owner.ts";
import { useTask } from "../../identity/use-task.ts";
import { useProtected } from "./use-protected.ts";

/** An enrolment under way. Key and code stay in memory and are gone with it. */
export type Enrolment =
  | { kind: "totp"; secretKey: string; uri: string; enroll: TotpSecret["enroll"] }
  | { kind: "phone"; phoneNumber: string; enroll: TotpSecret["enroll"] };

export type FactorRequest =
  | { ask: "totp"; account: string }
  | { ask: "phone"; phoneNumber: string }
  | { ask: "remove"; uid: string };

const loaded = () => Promise.all([identityClient(), import("../../identity/enrollment.lazy.ts")]);

/** Second factors: adding one takes two steps, of which the second proves that it works. */
export function useFactors(uid: string) {
  const [enrolment, setEnrolment] = useState<Enrolment | undefined>(undefined);

  const request = useProtected(uid, async (asked: FactorRequest, owned) => {
    confirm.reset();
    const [identity, { startTotpEnrollment, startPhoneEnrollment, unenroll }] = await loaded();
    switch (asked.ask) {
      case "totp": {
        const { secretKey, uriFor, enroll } = await startTotpEnrollment(owned(identity));
        setEnrolment({ kind: "totp", secretKey, uri: uriFor(company.name, asked.account), enroll });
        return;
      }
      case "phone": {
        const { phoneNumber } = asked;
        const { enroll } = await startPhoneEnrollment(owned(identity), phoneNumber, humanVerifier);
        setEnrolment({ kind: "phone", phoneNumber, enroll });
        return;
      }
      case "remove":
        await unenroll(owned(identity), asked.uid);
    }
  });
  const confirm = useTask(async ({ code, name }: { code: string; name: string }) => {
    ownedBy(uid)(await identityClient());
    await enrolment?.enroll(code, name);
    setEnrolment(undefined);
    request.reset();
  });
  const cancel = (): void => {
    setEnrolment(undefined);
    request.reset();
    confirm.reset();
  };
  return { enrolment, request, confirm, cancel };
}
