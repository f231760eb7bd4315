import {
  applyActionCode,
  checkActionCode,
  type IdentityClient,
  sendPasswordResetEmail,
} from "@tallybin/identity";
import { useEffect, useState } from "react";
import { identityClient } from "../../identity/client/client.ts";
import { type Done, dropOobCode, readDone } from "../../identity/methods/oob-code.ts";
import { useTask } from "../../identity/state/use-task.ts";
import type { ActionMode } from "./action-mode.ts";
import { waitUntilShown } from "./when-on-view.ts";

/** Applies a link's code once, and keeps the outcome for a reload. */
export function useApplyAction(mode: ActionMode, oobCode: string) {
  const [done, setDone] = useState<Done | undefined>(readDone);
  const { progress, start, again } = useTask(async () => {
    await waitUntilShown(document);
    const outcome = await applyLink(await identityClient(), mode, oobCode);
    dropOobCode(outcome);
    setDone(outcome);
  });
  const isDone = done !== undefined;
  useEffect(() => {
    if (!isDone) void start(undefined);
  }, [isDone, start]);
  return { progress, again, done };
}

async function applyLink(identity: IdentityClient, mode: ActionMode, oobCode: string): Promise<Done> {
  if (mode === "verifyEmail") {
    await applyActionCode(identity, oobCode);
    return { mode };
  }
  // The details are only available before the code is spent.
  const { email, factor } = await checkActionCode(identity, oobCode);
  await applyActionCode(identity, oobCode);
  const done = { mode, ...(email === undefined ? {} : { email }) };
  if (mode === "revertSecondFactorAddition")
    return { ...done, ...(factor?.displayName ? { factor: factor.displayName } : {}) };
  if (mode !== "recoverEmail" || email === undefined) return done;
  // Another person may have changed the address and may know the password, so mail a link for a new one. The address
  // is restored even if this message cannot be sent.
  const isResetSent = await sendPasswordResetEmail(identity, email).then(
    () => true,
    () => false,
  );
  return { ...done, isResetSent };
}
