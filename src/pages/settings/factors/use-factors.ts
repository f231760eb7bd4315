import { company } from "@tallybin/contract/company";
import { forUser, type TotpSecret } from "@tallybin/identity";
import { useState } from "react";
import { withIdentity } from "../../../identity/client/client.ts";
import { humanVerifier } from "../../../identity/second-factor/human-check.ts";
import { useTask } from "../../../identity/state/use-task.ts";

/** An enrollment in progress. Key and code exist only in memory, until it ends. */
export type Enrollment =
  | { kind: "totp"; secretKey: string; uri: string; enroll: TotpSecret["enroll"] }
  | { kind: "phone"; phoneNumber: string; enroll: TotpSecret["enroll"] };

export type FactorRequest =
  | { ask: "totp"; account: string }
  | { ask: "phone"; phoneNumber: string }
  | { ask: "remove"; uid: string; name: string };

/** Second factors: adding one takes two steps, and the second step proves that it works. */
export function useFactors(uid: string) {
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
