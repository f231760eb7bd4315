import type { Timers } from "@tallybin/platform/timers";
import { IdentityError, type IdentityErrorCode } from "../errors/identity-error.ts";

/** The name of a failed ceremony's error. */
const CODES: Readonly<Record<string, IdentityErrorCode>> = {
  AbortError: "passkey-aborted",
  // The authenticator cannot verify its user, or cannot store the passkey.
  ConstraintError: "operation-not-supported-in-this-environment",
  InvalidStateError: "passkey-exists",
  NotAllowedError: "passkey-canceled",
  NotSupportedError: "operation-not-supported-in-this-environment",
  SecurityError: "passkey-invalid-address",
};

/**
 * Waits for the user. Browsers use `NotAllowedError` both for a refusal and for a prompt that timed out, so that a
 * page cannot tell who has a passkey. Only the elapsed time tells them apart.
 */
export async function showPrompt(
  now: () => number,
  timeout: number | undefined,
  prompt: () => Promise<Credential | null>,
): Promise<PublicKeyCredential> {
  const promptedAt = now();
  try {
    const credential = await prompt();
    if (credential) return credential as PublicKeyCredential;
  } catch (cause) {
    const code = CODES[(cause as Error).name] ?? "internal-error";
    const hasTimedOut = code === "passkey-canceled" && timeout && now() - promptedAt >= timeout;
    throw new IdentityError(hasTimedOut ? "passkey-timed-out" : code, { cause });
  }
  throw new IdentityError("passkey-canceled");
}

/** Longer than browsers need to close an aborted prompt. */
const CLOSING_MS = 1000;

/**
 * Asks for a passkey until the signal aborts. An extension in place of the browser may ignore the abort, and a request
 * may be under way; the page's next ceremony waits for neither. A passkey that arrives after the abort is not used.
 */
export const promptUntilAborted = <T>(
  { setTimeout }: Timers,
  signal: AbortSignal,
  prompt: () => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const rejectAsAborted = () => reject(new IdentityError("passkey-aborted"));
    if (signal.aborted) return rejectAsAborted();
    let clearTimer = () => {};
    signal.addEventListener("abort", () => {
      clearTimer = setTimeout(rejectAsAborted, CLOSING_MS);
    });
    prompt()
      .then((answer) => (signal.aborted ? rejectAsAborted() : resolve(answer)), reject)
      .finally(() => clearTimer());
  });

type Prompt = {
  controller: AbortController;
  over: Promise<unknown>;
  isAutofill: boolean;
  resume: (() => void) | undefined;
};

/**
 * The running ceremony of each `navigator.credentials` object, because the browser allows one request for each. All
 * clients of a page share this map.
 */
const runs = new WeakMap<object, Prompt>();

/**
 * Runs the only ceremony of this page and aborts the previous one first. Autofill passes a function that starts it
 * again. It is called if the ceremony that replaced autofill fails, and not after a success.
 */
export function runExclusiveCeremony<T>(
  credentials: object,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  resume?: () => void,
): Promise<T> {
  const before = runs.get(credentials);
  if (resume && before && !before.isAutofill) {
    // Autofill never closes a prompt that the user is answering.
    before.resume = resume;
    return Promise.reject(new IdentityError("passkey-aborted"));
  }
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (outer?.aborted) abort();
  outer?.addEventListener("abort", abort, controller);
  before?.controller.abort();
  const runCeremony = async () => {
    // The browser refuses a second request until the first one has ended.
    await before?.over.catch(() => undefined);
    return work(controller.signal);
  };
  const over = runCeremony();
  const own: Prompt = { controller, over, isAutofill: !!resume, resume: resume ?? before?.resume };
  runs.set(credentials, own);
  const endCeremony = (isFailure: boolean) => {
    abort();
    if (runs.get(credentials) !== own) return;
    runs.delete(credentials);
    if (isFailure && !resume) own.resume?.();
  };
  over.then(
    () => endCeremony(false),
    () => endCeremony(true),
  );
  return over;
}
