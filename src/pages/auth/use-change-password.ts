import { confirmPasswordReset, verifyPasswordResetCode } from "@tallybin/identity";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { authPath } from "../../config/paths.ts";
import { identityClient } from "../../identity/client/client.ts";
import { signOut } from "../../identity/client/sign-out.ts";
import { refuseBreachedPassword } from "../../identity/methods/breached-password.ts";
import { dropOobCode, useActionLink } from "../../identity/methods/oob-code.ts";
import { needsSignIn } from "../../identity/state/session-store.ts";
import { useSession } from "../../identity/state/use-session.ts";
import { useTask } from "../../identity/state/use-task.ts";
import { typedEmail } from "./typed-email.ts";

/** Chooses a new password with the code of a mailed link. */
export function useChangePassword(next: string) {
  const link = useActionLink();
  const code = link?.code?.oobCode;
  const [email, setEmail] = useState<string | undefined>(undefined);
  const [isChanged, setChanged] = useState(false);
  const isDone = isChanged || link?.isDone === true;

  /** Checks the code without spending it, before anything is typed: whose password it may change, if any. */
  const check = useTask(async (oobCode: string) => {
    setEmail(await verifyPasswordResetCode(await identityClient(), oobCode));
  });
  const change = useTask(async (password: string) => {
    if (code === undefined) return;
    const identity = await identityClient();
    await refuseBreachedPassword(password);
    await confirmPasswordReset(identity, code, password);
    dropOobCode({ mode: "resetPassword" });
    if (email) typedEmail.set(email);
    setChanged(true);
  });
  const { start } = check;
  useEffect(() => {
    if (code && !isDone) void start(code);
  }, [code, isDone, start]);

  const session = useSession();
  const [, navigate] = useLocation();
  const [isLeaving, setLeaving] = useState(false);
  const isOut = needsSignIn(session);
  const signInPath = authPath("signin", next);
  useEffect(() => {
    if (!isLeaving || !isOut) return;
    if (email !== undefined) typedEmail.set(email);
    navigate(signInPath);
  }, [isLeaving, isOut, email, signInPath, navigate]);
  return {
    code,
    isKnown: link !== undefined,
    email,
    isDone,
    check,
    change,
    /** The user who is signed in here, if the link belongs to another account. */
    otherUser: session.status === "signed-in" && session.user.email !== email ? session.user : undefined,
    /** Signs `otherUser` out, and opens the sign-in for the account of the link. */
    changeUser: () => {
      setLeaving(true);
      signOut();
    },
  };
}
