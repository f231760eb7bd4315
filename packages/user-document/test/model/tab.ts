import { IdentityError } from "../../../identity/src/errors/identity-error.ts";
import { BACK_OFF, nextForcedRefresh } from "../../../identity/src/session/retry.ts";
import { type SessionEvent, sessionOf, viewOf } from "../../../identity/src/session/state.ts";
import { isTokenUsable, nextTurnOf } from "../../../identity/src/session/tokens.ts";
import { UserDocumentError, type UserDocumentErrorCode } from "../../src/errors.ts";
import { type Effect, IDLE, type StreamEvent } from "../../src/stream-state.ts";
import type { Machine } from "./machine.ts";
import { checkDocument, checkForced, checkToken, must } from "./safety.ts";
import { type Document, isLive, liveDocument, ownerOf, sessionAt, type World } from "./world.ts";

export const jitter = 0.5;
const RENEWING = ["refreshed", "adopted", "tokens-replaced"];

/** One tab: how both runners, and the site between them, carry out each effect. */
export function createTab(machine: Machine) {
  const { rules } = machine;

  function session(world: World, event: SessionEvent): void {
    const step = machine.session(world.session, event, world.now);
    const before = world.session;
    world.session = step.state;
    const [was, is] = [sessionOf(before), sessionOf(step.state)];
    if (was?.idToken !== is?.idToken) world.exchange = undefined;
    for (const effect of step.effects)
      if (effect.type === "exchange" && is) {
        world.exchange = is.idToken;
        world.isForced = effect.isForced;
        if (effect.isForced && isTokenUsable(is, world.now)) checkForced(world, is.generation);
      }
    followUser(world);
    for (const effect of step.effects)
      if (effect.type === "emit" && RENEWING.includes(effect.event.type)) {
        const document = liveDocument(world);
        if (document) stream(world, document, { type: "token-changed" });
      }
  }

  /** The site holds one document: that of the signed-in user. */
  function followUser(world: World): void {
    const uid = sessionOf(world.session)?.user.uid;
    const held = liveDocument(world);
    if (held?.uid === uid) return;
    if (held && rules.endsDocuments) stream(world, held, { type: "disposed" });
    if (uid === undefined || (held && isLive(held))) return;
    const document: Document = {
      uid,
      state: IDLE,
      isForcing: false,
      isMember: false,
      hasSlot: false,
    };
    world.documents.push(document);
    stream(world, document, { type: "watched", isVisible: true });
  }

  function stream(world: World, document: Document, event: StreamEvent): void {
    const { state, effects } = machine.stream(document.state, event, world.now);
    document.state = state;
    if (event.type === "authorized" || event.type === "opened" || event.type === "ended")
      document.request = undefined;
    if (event.type === "read" || event.type === "read-failed") document.read = undefined;
    for (const effect of effects) perform(world, document, effect);
    checkDocument(document, world.now);
  }

  function perform(world: World, document: Document, effect: Effect): unknown {
    switch (effect.type) {
      case "authorize":
      case "open":
      case "receive": {
        must(!document.request, "a stream makes one request at a time");
        const kind = effect.type === "authorize" ? "asking" : effect.type;
        const idToken = effect.type === "open" ? effect.idToken : (document.state.session?.idToken ?? "");
        if (kind !== "asking") checkToken(document, idToken);
        document.request = { kind, idToken };
        return;
      }
      case "reject-token":
        return reject(document, effect.idToken);
      case "abort":
        document.request = undefined;
        return;
      case "read":
        must(!document.read, "a stream makes one read at a time");
        document.read = { stage: "asking", idToken: "", isLast: false };
        return;
      case "show":
        must(
          sessionOf(world.session)?.user.uid === document.uid,
          "a replaced user's document is never shown",
        );
        return;
      case "join":
      case "leave":
        must(
          document.isMember === (effect.type === "leave") || effect.type === "leave",
          "a stream joins the tabs once",
        );
        document.isMember = effect.type === "join";
        document.hasSlot = false;
        return;
      case "terminate":
      case "forget-resume-point":
      case "tell":
        return;
    }
  }

  function reject(document: Document, idToken: string): void {
    if (rules.remembersRejections) document.rejected = idToken;
  }

  /** The document server refuses a token for good. */
  function refuse(world: World, document: Document, isRead: boolean): unknown {
    const { read, request } = document;
    const idToken = (isRead ? read?.idToken : request?.idToken) ?? "";
    if (!world.refused.includes(idToken)) world.refused.push(idToken);
    if (!isRead || !read) return fail(world, document, isRead, "unauthenticated");
    reject(document, idToken);
    if (read.isLast) return fail(world, document, isRead, "unauthenticated");
    document.read = { stage: "asking", idToken: "", isLast: true };
    return;
  }

  function fail(world: World, document: Document, isRead: boolean, code: UserDocumentErrorCode): void {
    const error = new UserDocumentError(code);
    stream(world, document, { type: isRead ? "read-failed" : "ended", error, jitter });
  }

  /** The identity client's answer to a request for a token: a token, an error, or `undefined` while it waits. */
  function held(world: World, uid: string, isForced: boolean): string | Error | undefined {
    const { session: own, phase, retry } = viewOf(world.session);
    const isEnough = !isForced && !!own && isTokenUsable(own, world.now);
    if (phase === "refreshing" && !isEnough) return undefined;
    if (own?.user.uid !== uid) return new Error("signed out");
    return retry && !isEnough ? new Error("waiting") : own.idToken;
  }

  /** `createIdTokens`: uses the token, or waits for the shared forced refresh. */
  function answerAsk(world: World, document: Document, isRead: boolean): boolean {
    const { request, read, uid } = document;
    const isForced = (isRead ? read?.stage : request?.kind) === "forcing";
    if (!isForced) session(world, { type: "token-requested", why: "call" });
    if (!isLive(document)) return true;
    const token = held(world, uid, isForced);
    if (token === undefined) return false;
    if (isForced) document.isForcing = false;
    if (token instanceof Error) fail(world, document, isRead, "token-unavailable");
    else if (isForced || token !== document.rejected) use(world, document, isRead, token);
    else force(world, document, isRead);
    return true;
  }

  function force(world: World, document: Document, isRead: boolean): void {
    if (isRead && document.read) document.read.stage = "forcing";
    else if (document.request) document.request.kind = "forcing";
    if (document.isForcing && rules.sharesForcing) return;
    document.isForcing = true;
    session(world, { type: "token-requested", why: "forced-call" });
  }

  function use(world: World, document: Document, isRead: boolean, idToken: string): void {
    checkToken(document, idToken);
    if (isRead && document.read) document.read = { ...document.read, stage: "sent", idToken };
    else stream(world, document, { type: "authorized", idToken });
  }

  /** Promises between the two clients resolve before anything else happens. */
  function settle(world: World): void {
    for (let isBusy = true; isBusy; ) {
      isBusy = false;
      for (const document of world.documents) {
        const { request, read } = document;
        if (isLive(document) && read && read.stage !== "sent" && answerAsk(world, document, true))
          isBusy = true;
        else if (isLive(document) && (request?.kind === "asking" || request?.kind === "forcing"))
          isBusy = answerAsk(world, document, false) || isBusy;
      }
    }
    // The request that caused a forced refresh may have ended, so the refresh is finished without it.
    for (const document of world.documents)
      if (document.isForcing && viewOf(world.session).phase !== "refreshing") document.isForcing = false;
    world.documents = world.documents.filter((each) => isLive(each) || each.read?.stage === "sent");
  }

  function exchanged(world: World, outcome: "tokens" | "failure" | "refusal"): void {
    const { record, exchanging } = world.session;
    if (!record?.session || world.exchange !== exchanging) throw new Error("an exchange without its session");
    const { session: own } = record;
    world.exchange = undefined;
    const { idToken } = own;
    const code = outcome === "failure" ? "network-request-failed" : "user-token-expired";
    const answered = {
      sentAt: world.now,
      answeredAt: world.now,
      isForced: world.isForced === true,
      backOff: BACK_OFF,
    };
    const failed = machine.recordAfter(record, { error: new IdentityError(code) }, answered);
    const renewed = sessionAt(
      ownerOf(idToken) === "bob" ? 1 : 0,
      world.nextToken++,
      nextTurnOf(own),
      world.now,
    );
    const forced = world.isForced ? nextForcedRefresh(record.forced, world.now, BACK_OFF) : record.forced;
    const next = outcome === "tokens" ? { session: renewed, forced } : failed;
    session(world, { type: "exchanged", idToken, record: next, isOwn: true });
  }

  return { session, stream, refuse, fail, settle, exchanged };
}
