import { createRunner } from "@tallybin/platform/runner";
import { openSession, receiveMessages, type Session, terminateSession } from "./channel.ts";
import { type Authorization, databaseOf, documentNameOf, type Environment } from "./environment.ts";
import { toUserDocumentError } from "./errors.ts";
import { readDocument } from "./rest.ts";
import { dueAtOf, transition } from "./stream.ts";
import { type Effect, IDLE, type StreamEvent, type StreamState } from "./stream-state.ts";
import { joinTabs, type Membership } from "./tabs.ts";
import { createTarget, type ResumePoint, type ServerState } from "./target.ts";

const TARGET_ID = 2;
const NOTHING: ResumePoint = {};

/** Carries out the effects of the stream. `onShow` returns whether the shown document changed. */
export const createStreamRunner = (
  env: Environment,
  disposed: AbortSignal,
  onShow: (answer: ServerState) => boolean,
  onStep: (state: StreamState) => void,
) => {
  let attempt = new AbortController();
  /** The authorization of the attempt. */
  let authorization: Authorization | undefined;
  let session: Session | undefined;
  let target = createTarget(NOTHING);
  let resumePoint = NOTHING;
  let tabs: Membership | undefined;

  const failureOf = (cause: unknown) => ({ error: toUserDocumentError(cause), jitter: env.random() });

  /** Runs an attempt of the stream, whose result counts only if no later attempt has replaced it. */
  const runAttempt = (run: (signal: AbortSignal, report: typeof dispatch) => Promise<void>): void => {
    attempt = new AbortController();
    const { signal } = attempt;
    const dispatchUnlessAborted = (event: StreamEvent) => {
      if (!signal.aborted) dispatch(event);
    };
    run(signal, dispatchUnlessAborted).catch((cause: unknown) =>
      dispatchUnlessAborted({ type: "ended", ...failureOf(cause) }),
    );
  };

  const endSession = (): void => {
    if (session) terminateSession(env, session);
    session = undefined;
  };
  /** A WebChannel session keeps the token that it was opened with, so a new token needs a new WebChannel session. */
  const openNewSession = async (owner: Authorization, signal: AbortSignal): Promise<Session> => {
    endSession();
    target = createTarget(resumePoint);
    const opened = await openSession(env, owner, addTargetMessage(env, resumePoint), signal);
    // A WebChannel session that is no longer needed is ended immediately.
    if (signal.aborted) terminateSession(env, opened);
    signal.throwIfAborted();
    session = opened;
    return opened;
  };

  const performEffect = (effect: Effect): unknown => {
    switch (effect.type) {
      case "connect":
        return runAttempt(async (signal, report) => {
          authorization = await env.authorize(signal);
          signal.throwIfAborted();
          const known = session?.authorization === authorization ? session : undefined;
          const used = known ?? (await openNewSession(authorization, signal));
          report({ type: "connected", isNew: used !== known, keepAliveMs: used.keepAliveMs });
          const dispatchHeard = (isMessage: boolean) => report({ type: "heard", isMessage });
          const onMessage = (message: unknown) => {
            if (signal.aborted) return;
            const answer = target(message);
            if (!answer) return dispatchHeard(true);
            resumePoint = answer;
            report({ type: "snapshot", answer, canResume: !!answer.token });
          };
          await receiveMessages(env, used, {
            isLongPolling: effect.isLongPolling,
            signal,
            onBytes: () => dispatchHeard(false),
            onMessage,
          });
          report({ type: "ended", jitter: env.random() });
        });
      case "reject-token":
        return authorization?.reject();
      case "abort":
        return attempt.abort();
      case "end-session":
        return endSession();
      case "forget-resume-point":
        resumePoint = NOTHING;
        return;
      case "read":
        return readDocument(env, disposed).then(
          (answer) => dispatch({ type: "read", answer }),
          (cause: unknown) => dispatch({ type: "read-failed", ...failureOf(cause) }),
        );
      case "show": {
        const { answer } = effect;
        // The other tabs report changes to a following tab.
        if (onShow(answer) && machine.state.phase !== "following")
          tabs?.notify(answer.found?.updateTime ?? answer.readTime);
        return;
      }
      case "notify-tabs":
        return tabs?.notify(effect.commitTime);
      case "join":
        tabs = joinTabs(
          env,
          () => dispatch({ type: "slot-granted" }),
          (commitTime) => dispatch({ type: "changed", commitTime }),
        );
        return;
      case "leave":
        attempt.abort();
        endSession();
        tabs?.leave();
        tabs = undefined;
        return;
    }
  };

  const platform = { now: createClock(env.now), setTimeout: env.setTimeout };
  const machine = createRunner<StreamState, StreamEvent, Effect>(platform, IDLE, {
    transition,
    dueAtOf,
    onDue: () => dispatch({ type: "tick", jitter: env.random() }),
    perform: performEffect,
    afterStep: () => onStep(machine.state),
  });
  const { dispatch } = machine;
  return machine;
};

/** A clock that never goes back: when the device's clock is set back, it stands for a moment, and then goes on. */
const createClock = (deviceNow: () => number): (() => number) => {
  let last = Number.NEGATIVE_INFINITY;
  let ahead = 0;
  return () => {
    ahead = Math.max(ahead, last - deviceNow());
    last = deviceNow() + ahead;
    return last;
  };
};

const addTargetMessage = (env: Environment, { token, found }: ResumePoint) => ({
  database: databaseOf(env),
  addTarget: {
    targetId: TARGET_ID,
    documents: { documents: [documentNameOf(env)] },
    // The count lets the server report a document that was deleted while no stream was open.
    ...(token && { resumeToken: token, expectedCount: found ? 1 : 0 }),
  },
});
