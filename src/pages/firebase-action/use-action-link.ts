import {
  ACCOUNT_LINK_PURPOSES,
  type AccountLinkDetails,
  type AccountLinkMode,
} from "@tallybin/contract/account-links";
import {
  applyActionCode,
  checkActionCode,
  type IdentityClient,
  IdentityError,
  reload,
  sendPasswordResetEmail,
  signInWithEmailLink,
} from "@tallybin/identity";
import { useEffect, useState } from "react";
import { identityClient } from "../../identity/client/client.ts";
import { type Done, dropOobCode, type OobCode, readDone } from "../../identity/methods/oob-code.ts";
import { useSecondFactor } from "../../identity/second-factor/use-second-factor.ts";
import { waitForKnownSession } from "../../identity/state/session-store.ts";
import { useTask } from "../../identity/state/use-task.ts";
import { lastingValues } from "../../lib/site-data.ts";

/**
 * Finds out what a link changes, and changes it when the user presses the button: mail scanners and previews open every
 * link of a mail in a browser. Keeps the outcome for a reload.
 */
export function useAccountLink(mode: AccountLinkMode, oobCode: string) {
  const [details, setDetails] = useState<AccountLinkDetails | undefined>(undefined);
  const [done, setDone] = useState<Done | undefined>(readDone);
  const check = useTask(async () => {
    try {
      setDetails(await fetchDetails(await identityClient(), mode, oobCode));
    } catch (error) {
      const verified = mode === "verifyEmail" ? await verifiedEmail(error) : undefined;
      if (verified === undefined) throw error;
      setDone({ mode, email: verified, isUsedBefore: true });
    }
  });
  const apply = useTask(async () => {
    const outcome = await applyLink(await identityClient(), oobCode, { mode, ...details });
    dropOobCode(outcome);
    setDone(outcome);
  });
  const isDone = done !== undefined;
  const { start } = check;
  useEffect(() => {
    if (!isDone) void start(undefined);
  }, [isDone, start]);
  return { check, apply, details, done };
}

/** @throws IdentityError `invalid-action-code` also for a code with another purpose than its link */
async function fetchDetails(
  identity: IdentityClient,
  mode: AccountLinkMode,
  oobCode: string,
): Promise<AccountLinkDetails> {
  try {
    const { operation, email, previousEmail, factor } = await checkActionCode(identity, oobCode);
    if (operation !== ACCOUNT_LINK_PURPOSES[mode]) throw new IdentityError("invalid-action-code");
    return { email, previousEmail, factor: factor?.displayName };
  } catch (error) {
    // A project without passwords describes no codes, but applies them.
    if (error instanceof IdentityError && error.code === "operation-not-allowed") return {};
    throw error;
  }
}

/** The address of this browser's account, if the link is invalid because it has verified that address. */
async function verifiedEmail(error: unknown): Promise<string | undefined> {
  if (!(error instanceof IdentityError && error.code.endsWith("action-code"))) return undefined;
  if ((await waitForKnownSession()).status !== "signed-in") return undefined;
  const user = await reload(await identityClient()).catch(() => undefined);
  return user?.emailVerified ? user.email : undefined;
}

async function applyLink(identity: IdentityClient, oobCode: string, done: Done): Promise<Done> {
  await applyActionCode(identity, oobCode);
  if (done.mode !== "recoverEmail" || done.email === undefined) return done;
  // Another person may have changed the address and may know the password, so mail a link for a new one. The address
  // is restored even if this message cannot be sent.
  const isResetSent = await sendPasswordResetEmail(identity, done.email).then(
    () => true,
    () => false,
  );
  return { ...done, isResetSent };
}

/** Where the requesting page stores the address: under the name of Google's own examples. */
const KEY = "emailForSignIn";

const readKnownEmail = (): string => lastingValues.read(KEY) ?? "";

/** A browser may prerender a page in advance, which must not spend a code. */
function waitUntilShown(page: Document): Promise<void> {
  if (!("prerendering" in page) || page.prerendering !== true) return Promise.resolve();
  return new Promise((resolve) =>
    page.addEventListener("prerenderingchange", () => resolve(), { once: true }),
  );
}

/** Signs in with a mailed link, immediately if this browser knows its recipient. */
export function useEmailLink({ oobCode }: OobCode) {
  const [known] = useState(readKnownEmail);
  const { step: factor, withSecondFactor } = useSecondFactor();
  const task = useTask(async (email: string) => {
    await waitUntilShown(document);
    const identity = await identityClient();
    await withSecondFactor(async () => (await signInWithEmailLink(identity, { email, oobCode })).user);
    dropOobCode();
    lastingValues.remove(KEY);
  });
  const { start } = task;
  useEffect(() => {
    if (known !== "") void start(known);
  }, [known, start]);
  return { ...task, factor, known };
}
