import { delayAfter, EXHAUSTED } from "./backoff.ts";
import { openSession, receive, type Session, terminate } from "./channel.ts";
import { databaseOf, documentNameOf, type Environment, within } from "./environment.ts";
import { asUserDocumentError, UserDocumentError } from "./errors.ts";
import { createTarget, type ResumePoint, type ServerState } from "./target.ts";

/** One timer for everything that depends on time passing, sleep of the machine included. */
const TICK_MS = 5_000;
/** Ticks further apart than this mean that the machine or the page slept. */
const SLEPT_MS = 15_000;
/** A request that lived this long worked: what ends it later is a new story. */
const LIVED_MS = 10_000;
/** The server always says something at once; when nothing comes through, a proxy collects the whole answer. */
const FIRST_BYTE_MS = 5_000;
const TARGET_ID = 2;

const NOTHING: ResumePoint = {};

/** Why a request was given up from this side. */
type Interruption = "" | "stopped" | "woken" | "silent" | "buffered";

/**
 * The live read: one session after another, until stopped or refused for good.
 * @param onAttempt before each attempt
 * @param onState at each consistent snapshot
 * @param onLine whenever it is known that changes arrive, or, with the reason, that they do not for a while
 * @param onEnd once, after a permanent refusal
 */
export const createStream = (
  env: Environment,
  onAttempt: () => void,
  onState: (state: ServerState) => void,
  onLine: (trouble?: UserDocumentError) => void,
  onEnd: (refusal: UserDocumentError) => void,
) => {
  let resumePoint = NOTHING;
  let failures = 0;
  let delayMs = 0;
  let attemptedAt = Number.NEGATIVE_INFINITY;
  let isLongPolling = false;
  let interrupt: ((reason: Interruption) => void) | undefined;

  const run = async () => {
    let session: Session | undefined;
    /** The token that this attempt has shown to the server. */
    let sent: string | undefined;
    let target = createTarget(NOTHING);
    let isLive = false;
    let attempt = new AbortController();
    let interruption: Interruption = "";
    let tickedAt = env.now();
    let heardAt = 0;
    let receivingSince = 0;
    /** Whether this request has brought bytes, and whether they were more than signs of life. */
    let hasBytes = false;
    let hasMessages = false;

    const mine = (reason: Interruption) => {
      if (interruption === "stopped") return;
      interruption = reason;
      attempt.abort();
    };
    interrupt = mine;
    const is = (reason: Interruption) => interruption === reason;
    const drop = () => {
      if (session) terminate(env, session);
      session = undefined;
    };

    const tick = () => {
      timer = env.setTimeout(tick, TICK_MS);
      const now = env.now();
      const sinceTick = now - tickedAt;
      const silentMs = now - heardAt;
      tickedAt = now;
      // A clock set back counts as sleep: no earlier moment can be compared with it.
      if (sinceTick > SLEPT_MS || sinceTick < 0) wake();
      else if (session && silentMs > session.keepAliveMs * 1.5) mine("silent");
      else if (!isLongPolling && !hasBytes && silentMs >= FIRST_BYTE_MS) mine("buffered");
    };
    let timer = env.setTimeout(tick, TICK_MS);

    const onBytes = () => {
      heardAt = env.now();
      hasBytes = true;
      if (isLive && is("")) onLine();
    };
    const onMessage = (message: unknown) => {
      if (is("stopped")) return;
      hasMessages = true;
      const state = target(message);
      if (!state) return;
      isLive = true;
      resumePoint = state;
      // Not to zero: a server that answers and then breaks, each time, would be called without pause.
      failures = Math.min(failures, 1);
      onLine();
      onState(state);
    };

    const listen = async (signal: AbortSignal) => {
      const idToken = await env.idTokens.get(signal);
      // A session keeps the token it was opened with.
      if (session?.idToken !== idToken) drop();
      sent = idToken;
      if (!session) {
        isLive = false;
        target = createTarget(resumePoint);
        session = await openSession(env, idToken, addTarget(env, resumePoint), signal);
      }
      // What the handshake took is no part of a request's life.
      heardAt = receivingSince = attemptedAt = env.now();
      await receive(env, session, isLongPolling, onBytes, onMessage, signal);
    };

    while (!is("stopped")) {
      interruption = "";
      attempt = new AbortController();
      const { signal } = attempt;
      const waitMs = attemptedAt + delayMs - env.now();
      if (waitMs > 0) {
        await within(env, waitMs, signal, () => new Promise(() => {})).catch(() => {});
        continue;
      }
      onAttempt();
      attemptedAt = env.now();
      // Nothing is heard, and nothing missed, until there is something to listen to.
      heardAt = receivingSince = Number.POSITIVE_INFINITY;
      hasBytes = hasMessages = false;
      sent = undefined;
      let error: UserDocumentError | undefined;
      try {
        await listen(signal);
      } catch (cause) {
        error = asUserDocumentError(cause);
      }
      const hasLived = env.now() - receivingSince >= LIVED_MS;
      if (hasLived) failures = delayMs = 0;
      if (is("buffered")) isLongPolling = true;
      if (is("silent")) {
        drop();
        isLongPolling = false;
      }
      if (!is("") || (!error && (hasMessages || hasLived))) continue;

      // From here on something failed. A cut line says nothing of the session, anything else has ended it.
      error ??= new UserDocumentError("network-failed");
      if (error.code !== "network-failed") drop();
      if (error.isPermanent) {
        // What is refused may be the token to resume from: ask once more without it.
        if (!resumePoint.token) {
          mine("stopped");
          interrupt = undefined;
          onEnd(error);
        }
        resumePoint = NOTHING;
      }
      if (error.code === "unauthenticated" && sent) env.idTokens.reject(sent);
      failures = error.code === "resource-exhausted" ? EXHAUSTED : failures + 1;
      delayMs = delayAfter(failures, env.random());
      if (delayMs && !is("stopped")) onLine(error);
    }
    env.clearTimeout(timer);
    drop();
  };
  /** Replaces what is in flight and forgets the back-off: the network or the page has just changed. */
  const wake = () => {
    // The last attempt may lie in the future, where the clock was set back.
    attemptedAt = Number.NEGATIVE_INFINITY;
    failures = delayMs = 0;
    isLongPolling = false;
    interrupt?.("woken");
  };
  const start = () => {
    if (!interrupt) void run();
  };
  const stop = () => {
    wake();
    interrupt?.("stopped");
    interrupt = undefined;
  };
  return [start, stop, wake] as const;
};

const addTarget = (env: Environment, { token, found }: ResumePoint) => ({
  database: databaseOf(env),
  addTarget: {
    targetId: TARGET_ID,
    documents: { documents: [documentNameOf(env)] },
    // The count lets the server tell a document that went away while nobody listened.
    ...(token && { resumeToken: token, expectedCount: found ? 1 : 0 }),
  },
});
