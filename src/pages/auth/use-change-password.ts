import { confirmPasswordReset, reload, verifyPasswordResetCode } from "@tallybin/identity";
import { useEffect, useState } from "react";
import { identityClient } from "../../identity/client.ts";
import { dropOobCode, readDone, useOobCode } from "../../identity/oob-code.ts";
import { useTask } from "../../identity/use-task.ts";
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
    const identity = await identityClient();
    await confirmPasswordReset(identity, code, password);
    // A session of this account has lost its worth, here as on every other device: better known now than in an hour.
    if (identity.getState().status === "signed-in") await reload(identity).catch(() => undefined);
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
