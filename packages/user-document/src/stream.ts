import * as v from "valibot";
import { createBackoff } from "./backoff.ts";
import { asListenError, type Channel, type Session } from "./channel.ts";
import type { UserDocumentError } from "./errors.ts";
import type { Platform } from "./platform.ts";
import { idTokenOf, type Place } from "./rest.ts";
import { applyMessage, newTarget, type ResumePoint, type ServerState } from "./target.ts";
import { ListenResponse } from "./wire.ts";

/** One timer for everything that depends on time passing, sleep of the machine included. */
const TICK_MS = 5_000;
/** A tick this much late means that the machine or the page slept. */
const LATE_MS = 10_000;
/** A request that lived this long worked: what ends it later is a new story. */
const LIVED_MS = 10_000;
/** The server always says something at once; when nothing comes through, a proxy collects the whole answer. */
const FIRST_BYTE_MS = 5_000;
const TOKEN_CHECK_MS = 60_000;
/** Requests that may break in a row before the session itself is doubted. */
const MAX_BROKEN = 3;
const TARGET_ID = 2;

export type StreamEvents = {
  onState(state: ServerState): void;
  onLive(): void;
  /** An attempt is about to be made. */
  onAttempt(): void;
  /** The stream is down and waits; it goes on by itself. */
  onTrouble(error: UserDocumentError, retryInMs: number): void;
  /** Told once; the stream has ended. */
  onRefused(error: UserDocumentError): void;
  /** The machine slept: whatever was known may be old. */
  onWoke(): void;
};

type Interruption = "none" | "stopped" | "woken" | "silent" | "buffered" | "ended";

/** The live read: one session after another, until stopped or refused for good. */
export const createStream = (platform: Platform, place: Place, channel: Channel, events: StreamEvents) => {
  const backoff = createBackoff(platform);
  let resumePoint: ResumePoint | null = null;
  let longPolling = false;
  let interrupt: ((reason: Interruption) => void) | undefined;

  const run = async () => {
    let session: Session | undefined;
    let target = newTarget(null);
    let reachedSnapshot = false;
    let verdict: UserDocumentError | undefined;
    let forceRefresh = false;
    let broken = 0;
    let interruption: Interruption = "none";
    let attempt = new AbortController();
    let receivingSince: number | undefined;
    let heardAt = 0;
    let hasHeard = false;
    let gotMessage = false;
    let tokenCheckedAt = 0;
    let tickedAt = platform.now();

    const stop = (reason: Interruption) => {
      if (interruption === "stopped") return;
      interruption = reason;
      attempt.abort();
    };
    interrupt = stop;
    const drop = (isKnownToServer: boolean) => {
      if (session && isKnownToServer) channel.terminate(session);
      session = undefined;
      broken = 0;
    };

    const reception = {
      onBytes: () => {
        heardAt = platform.now();
        hasHeard = true;
        if (reachedSnapshot && interruption === "none") events.onLive();
      },
      onMessage: (message: unknown) => {
        if (interruption === "stopped") return;
        gotMessage = true;
        const [next, outcome] = applyMessage(target, v.parse(ListenResponse, message));
        target = next;
        if (outcome?.type === "snapshot") {
          reachedSnapshot = true;
          resumePoint = outcome.resumePoint;
          backoff.reachedSnapshot();
          events.onLive();
          events.onState(outcome.state);
        } else if (outcome) {
          if (outcome.type === "ended") verdict = outcome.error;
          else resumePoint = null;
          stop("ended");
        }
      },
    };

    const checkToken = async (held: Session) => {
      tokenCheckedAt = platform.now();
      const idToken = await place.getIdToken({ forceRefresh: false });
      if (session === held && idToken !== held.idToken) stop("woken");
    };
    const tick = () => {
      const now = platform.now();
      const sinceTick = now - tickedAt;
      tickedAt = now;
      timer = platform.setTimeout(tick, TICK_MS);
      if (sinceTick > TICK_MS + LATE_MS || sinceTick < 0) {
        wake();
        events.onWoke();
      } else if (session && receivingSince !== undefined) {
        if (now - heardAt > session.keepAliveMs * 1.5) stop("silent");
        else if (!longPolling && !hasHeard && now - heardAt >= FIRST_BYTE_MS) stop("buffered");
        else if (now - tokenCheckedAt >= TOKEN_CHECK_MS) checkToken(session).catch(() => {});
      }
    };
    let timer = platform.setTimeout(tick, TICK_MS);

    const listenOnce = async (signal: AbortSignal) => {
      const idToken = await idTokenOf(platform, place, "listen", forceRefresh, signal);
      forceRefresh = false;
      tokenCheckedAt = platform.now();
      if (session?.idToken !== idToken) drop(true);
      if (!session) {
        target = newTarget(resumePoint);
        reachedSnapshot = false;
        session = await channel.open(idToken, addTarget(place, resumePoint), reception, signal);
      }
      receivingSince = heardAt = platform.now();
      return channel.receive(session, longPolling, reception, signal);
    };

    const pause = (ms: number) =>
      new Promise<void>((resolve) => {
        const waiting = platform.setTimeout(resolve, ms);
        attempt.signal.addEventListener("abort", () => {
          platform.clearTimeout(waiting);
          resolve();
        });
      });

    const isInterruptedBy = (reason: Interruption) => interruption === reason;
    const isStopped = () => isInterruptedBy("stopped");
    while (!isStopped()) {
      attempt = new AbortController();
      interruption = "none";
      const waitMs = backoff.remainingMs();
      if (waitMs > 0) {
        await pause(waitMs);
        continue;
      }
      events.onAttempt();
      backoff.attempted();
      verdict = receivingSince = undefined;
      hasHeard = gotMessage = false;
      let end: "answer-over" | "session-lost" | UserDocumentError;
      try {
        end = await listenOnce(attempt.signal);
      } catch (cause) {
        end = asListenError(cause);
      }
      const lived = receivingSince !== undefined && platform.now() - receivingSince >= LIVED_MS;
      receivingSince = undefined;
      if (lived) backoff.reset();
      if (isStopped()) break;
      if (isInterruptedBy("woken")) continue;
      if (isInterruptedBy("silent")) {
        drop(true);
        // A line that is dead, and not merely buffered, says nothing about how to use the next one.
        longPolling = false;
        continue;
      }
      if (isInterruptedBy("buffered")) {
        longPolling = true;
        continue;
      }
      if (end === "answer-over" && isInterruptedBy("none") && (gotMessage || lived)) {
        broken = 0;
        continue;
      }
      // From here on something failed: the request, the session, or the server said no.
      const error = verdict ?? (typeof end === "string" ? asListenError(new Error(end)) : end);
      broken = lived || gotMessage ? 1 : broken + 1;
      if (end === "session-lost" || verdict || isInterruptedBy("ended") || broken >= MAX_BROKEN)
        drop(end !== "session-lost");
      if (error.isPermanent) {
        // Any refusal but that of the rules may be of the token to resume from: ask once more without it.
        if (!resumePoint || error.code === "permission-denied") {
          platform.clearTimeout(timer);
          interrupt = undefined;
          events.onRefused(error);
          return;
        }
        resumePoint = null;
      }
      if (error.code === "unauthenticated") forceRefresh = !lived;
      if (error.code === "resource-exhausted") backoff.exhausted();
      else backoff.failed();
      if (backoff.remainingMs() > 0) events.onTrouble(error, backoff.remainingMs());
    }
    platform.clearTimeout(timer);
    drop(true);
  };

  /** Replaces what is in flight and forgets the back-off: the network or the page has just changed. */
  const wake = () => {
    backoff.reset();
    longPolling = false;
    interrupt?.("woken");
  };
  return {
    start: () => {
      if (!interrupt) void run();
    },
    stop: () => {
      backoff.reset();
      interrupt?.("stopped");
      interrupt = undefined;
    },
    wake,
  };
};
export type Stream = ReturnType<typeof createStream>;

const addTarget = ({ database, documentName }: Place, from: ResumePoint | null) => ({
  database,
  addTarget: {
    targetId: TARGET_ID,
    documents: { documents: [documentName] },
    // The count lets the server tell a document that went away while nobody listened.
    ...(from?.resumeToken && { resumeToken: from.resumeToken, expectedCount: from.document ? 1 : 0 }),
  },
});
