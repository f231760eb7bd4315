import type { PasswordPolicy } from "@tallybin/identity";
import { useEffect, useState } from "react";
import { callApiCode } from "../../api/call-api-code.ts";
import { lazyValue } from "../../lib/lazy-value.ts";
import { describePasswordRule } from "../../messages/password-rule.ts";
import { importClientCode, withIdentity } from "../client/client.ts";

const policyOfProject = lazyValue(async (): Promise<PasswordPolicy> => {
  const [identity, { fetchPasswordPolicy }] = await withIdentity(importClientCode);
  return fetchPasswordPolicy(identity);
});

/** The rule for new passwords: the project's policy, after it has loaded. Empty on a form without a new password. */
export function usePasswordRule(isNeeded = true): string {
  const [policy, setPolicy] = useState(policyOfProject.loaded);
  useEffect(() => {
    if (!isNeeded) return;
    callApiCode.load().catch(() => undefined); // load the code that fetches the range of breached passwords
    // Without the policy, the service's minimum stays, and a refusal appears at the field.
    policyOfProject.load().then(setPolicy, () => undefined);
  }, [isNeeded]);
  return isNeeded ? describePasswordRule(policy) : "";
}
