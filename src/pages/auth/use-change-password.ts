import { confirmPasswordReset, verifyPasswordResetCode } from "@tallybin/identity";
import { useEffect, useState } from "react";
import { useTask } from "../../identity/use-task.ts";
import { identityClient } from "../../identity.ts";
import { dropOobCode, readDone, useOobCode } from "../../oob-code.ts";
import { typedEmail } from "./typed-email.ts";

/** Chooses a new password with the code of a mailed link. */
export function useChangePassword() {
  const code = useOobCode()?.oobCode;
  const [email, setEmail] = useState<string | undefined>(undefined);
  const [isDone, setDone] = useState(() => readDone() !== undefined);

  /** Leaves the code usable: says whose password it may change, or that it is dead, before anything is typed. */
  const check = useTask(async (oobCode: string) => {
    setEmail(await verifyPasswordResetCode(await identityClient(), oobCode));
  });
  const change = useTask(async (password: string) => {
    if (code === undefined) return;
    await confirmPasswordReset(await identityClient(), code, password);
    dropOobCode({ mode: "resetPassword" });
    if (email) typedEmail.set(email);
    setDone(true);
  });
  const { start } = check;
  useEffect(() => {
    if (code && !isDone) void start(code);
  }, [code, isDone, start]);

  return { code, email, isDone, check, change };
}
