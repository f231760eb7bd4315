import { dueAtOf } from "../../../identity/src/session/lifecycle.ts";
import {
  type Place,
  type Session,
  type SessionRecord,
  signOutAt,
} from "../../../identity/src/session/record.ts";
import { sessionOf, viewOf } from "../../../identity/src/session/state.ts";
import { nextTurnOf } from "../../../identity/src/session/tokens.ts";
import type { Model, Move } from "../../../identity/test/model/search.ts";
import { dueTimeOf, isRequestOpen } from "../../src/stream.ts";
import type { Machine } from "./machine.ts";
import { checkWorld } from "./safety.ts";
import { createTab, jitter } from "./tab.ts";
import {
  type Bounds,
  type Document,
  decode,
  encode,
  isLive,
  liveDocument,
  NOTHING,
  nextStamp,
  sessionAt,
  type World,
} from "./world.ts";

/** All kinds of moves, each with its sentence and the bound that it uses up. */
const MOVES = {
  answerExchange: ["the server answers the exchange with new tokens"],
  failExchange: ["the exchange fails without a definite code", "failures"],
  refuseExchange: ["the server refuses the refresh token for good", "failures"],
  signInAlice: ["Alice signs in", "users"],
  signInBob: ["Bob signs in", "users"],
  signOut: ["the user signs out", "users"],
  otherTabSignsIn: ["another tab has signed Bob in, and this tab reads it", "users"],
  otherTabSignsOut: ["another tab has signed out, and this tab reads it", "users"],
  otherTabRefreshes: ["another tab has refreshed the tokens, and this tab reads them", "users"],
  refreshDue: ["the session's timer fires"],
  grant: ["the document's stream gets its slot"],
  opened: ["the stream's handshake succeeds"],
  snapshot: ["the stream brings the document"],
  heard: ["the stream brings a keep-alive"],
  endRequest: ["the stream's request ends"],
  cutRequest: ["the connection of the stream's request is cut", "failures"],
  rejectRequest: ["the document server rejects the stream's token", "rejections"],
  answerRead: ["the read brings the document"],
  failRead: ["the read fails", "failures"],
  rejectRead: ["the document server rejects the read's token", "rejections"],
  tick: ["the stream's timer fires"],
  visible: ["the page becomes visible", "page"],
  suspend: ["the page is suspended", "page"],
  online: ["the network changes", "page"],
  tryAgain: ["the user asks to try again", "page"],
  pass: ["time passes until the next timer is due", "clock"],
} as const satisfies Record<string, readonly [sentence: string, bound?: keyof Bounds]>;
type Name = keyof typeof MOVES;
const NAMES = Object.keys(MOVES) as Name[];
const BY_NAME = Object.fromEntries(NAMES.map((name, index) => [name, index])) as Record<Name, number>;
const boundOf = (name: Name) => MOVES[name][1] as keyof Bounds | undefined;

const move = (name: Name, place = 0): Move => BY_NAME[name] + (place << 6);
const nameOf = (number: Move) => NAMES[number & 63] as Name;

const ANSWER = { readTime: "2026-01-01T00:00:01Z" };
const START = 3_600_000_000;

const firstPlace = (world: World, generation: string): Place => ({
  stamp: nextStamp(world),
  generation,
  change: 0,
  turn: 0,
});
const nextTokens = (world: World, own: Session): Session =>
  sessionAt(own.user.uid === "bob" ? 1 : 0, world.nextToken++, nextTurnOf(own), world.now);

const first = (bounds: Bounds, tab: ReturnType<typeof createTab>): World => {
  const world: World = {
    now: START,
    session: {},
    documents: [],
    refused: [],
    forced: [],
    bounds,
    nextToken: 1,
  };
  tab.session(world, {
    type: "storage-read",
    record: {
      session: sessionAt(0, 0, { stamp: 1, generation: "one-generation-0", change: 0, turn: 0 }, START),
    },
    note: NOTHING,
  });
  tab.settle(world);
  return world;
};

/** The time until the next timer is due. */
function untilNext(world: World): number | undefined {
  const document = liveDocument(world);
  const times = [dueAtOf(world.session, world.now), document && dueTimeOf(document.state)].filter(
    (time) => time !== undefined,
  );
  return times.length ? Math.min(...times) - world.now : undefined;
}

function possible(world: World, isFree = false): Move[] {
  const moves: Move[] = [];
  const add = (name: Name, place = 0) => {
    const bound = boundOf(name);
    if (isFree || bound === undefined || world.bounds[bound] > 0) moves.push(move(name, place));
  };
  const { session, exchange, now } = world;
  if (exchange !== undefined)
    for (const name of ["answerExchange", "failExchange", "refuseExchange"] as const) add(name);
  if ((dueAtOf(session, now) ?? now + 1) <= now) add("refreshDue");
  for (const name of ["signInAlice", "signInBob", "otherTabSignsIn"] as const) add(name);
  if (sessionOf(session))
    for (const name of ["signOut", "otherTabSignsOut", "otherTabRefreshes"] as const) add(name);
  for (const [place, document] of world.documents.entries())
    documentMoves(world, document, (name) => add(name, place));
  const next = untilNext(world);
  if (next !== undefined && next > 0) add("pass");
  return moves;
}

function documentMoves(world: World, document: Document, add: (name: Name) => void): void {
  const { read, request, state, isMember, hasSlot } = document;
  const isAccepted = (idToken: string) => !world.refused.includes(idToken);
  if (read?.stage === "sent") {
    if (isAccepted(read.idToken)) add("answerRead");
    add("failRead");
    add("rejectRead");
  }
  if (!isLive(document)) return;
  if (isMember && !hasSlot) add("grant");
  if (request?.kind === "open" || request?.kind === "receive") {
    if (request.kind === "open" && isAccepted(request.idToken)) add("opened");
    if (isRequestOpen(state) && isAccepted(request.idToken)) {
      add("snapshot");
      add("heard");
      add("endRequest");
    }
    add("cutRequest");
    add("rejectRequest");
  }
  const due = dueTimeOf(state);
  if (due !== undefined && due <= world.now) add("tick");
  for (const name of ["visible", "suspend", "online", "tryAgain"] as const) add(name);
}

/**
 * The fault-free schedule: pending work succeeds if the servers accept its token, and time passes until the next
 * timer is due.
 */
function fair(world: World): Move | undefined {
  const late = world.documents.findIndex((each) => !isLive(each) && each.read?.stage === "sent");
  if (late >= 0) return move("failRead", late);
  if (world.exchange !== undefined) return move("answerExchange");
  const document = liveDocument(world);
  if (!document) return undefined;
  const place = world.documents.indexOf(document);
  const { read, request, state, isMember, hasSlot } = document;
  const isAccepted = (idToken: string) => !world.refused.includes(idToken);
  if (read?.stage === "sent") return move(isAccepted(read.idToken) ? "answerRead" : "rejectRead", place);
  if (isMember && !hasSlot) return move("grant", place);
  if (state.phase === "live" && viewOf(world.session).phase === "fresh") return undefined;
  if (state.phase === "paused") return move("visible", place);
  if (request?.kind === "open") return move(isAccepted(request.idToken) ? "opened" : "rejectRequest", place);
  if (isRequestOpen(state) && state.phase !== "live" && request)
    return move(isAccepted(request.idToken) ? "snapshot" : "rejectRequest", place);
  if ((dueAtOf(world.session, world.now) ?? world.now + 1) <= world.now) return move("refreshDue");
  const due = dueTimeOf(state);
  return due !== undefined && due <= world.now ? move("tick", place) : move("pass");
}

/** A tab's session together with the document of its user, as a model to search. */
export function documentModel(machine: Machine, bounds: Bounds): Model<World> {
  const tab = createTab(machine);
  const apply = (world: World, number: Move): void => {
    const name = nameOf(number);
    const bound = boundOf(name);
    if (bound !== undefined && world.bounds[bound] > 0) world.bounds[bound] -= 1;
    act(world, name, world.documents[number >> 6] as Document);
    tab.settle(world);
    checkWorld(world);
  };

  function signIn(world: World, user: number): void {
    const generation = `one-generation-${world.nextToken++}`;
    tab.session(world, { type: "sign-in-started", generation });
    tab.session(world, {
      type: "signed-in",
      session: sessionAt(user, world.nextToken++, firstPlace(world, generation), world.now),
    });
  }
  function read(world: World, record: SessionRecord): void {
    tab.session(world, { type: "storage-read", record, note: NOTHING });
  }

  function act(world: World, name: Name, document: Document): unknown {
    const own = sessionOf(world.session);
    switch (name) {
      case "answerExchange":
        return tab.exchanged(world, "tokens");
      case "failExchange":
        return tab.exchanged(world, "failure");
      case "refuseExchange":
        return tab.exchanged(world, "refusal");
      case "signInAlice":
        return signIn(world, 0);
      case "signInBob":
        return signIn(world, 1);
      case "signOut":
        return tab.session(world, { type: "sign-out", stamp: nextStamp(world) });
      case "otherTabSignsIn":
        return read(world, {
          session: sessionAt(
            1,
            world.nextToken++,
            firstPlace(world, `one-generation-${world.nextToken++}`),
            world.now,
          ),
        });
      case "otherTabSignsOut":
        return read(world, signOutAt(nextStamp(world)));
      case "otherTabRefreshes":
        return own && read(world, { session: nextTokens(world, own) });
      case "refreshDue":
        return tab.session(world, { type: "token-requested", why: "timer" });
      case "grant":
        document.hasSlot = true;
        return tab.stream(world, document, { type: "slot-granted" });
      case "opened":
        return tab.stream(world, document, { type: "opened", keepAliveMs: 30_000 });
      case "snapshot":
        return tab.stream(world, document, { type: "snapshot", answer: ANSWER, canResume: true });
      case "heard":
        return tab.stream(world, document, { type: "heard", isMessage: false });
      case "endRequest":
        return tab.stream(world, document, { type: "ended", jitter });
      case "cutRequest":
        return tab.fail(world, document, false, "network-failed");
      case "rejectRequest":
        return tab.refuse(world, document, false);
      case "answerRead":
        return tab.stream(world, document, { type: "read", answer: ANSWER });
      case "failRead":
        return tab.fail(world, document, true, "unavailable");
      case "rejectRead":
        return tab.refuse(world, document, true);
      case "tick":
        return tab.stream(world, document, { type: "tick", jitter });
      case "visible":
        return tab.stream(world, document, { type: "visible" });
      case "suspend":
        return tab.stream(world, document, { type: "suspended" });
      case "online":
        return tab.stream(world, document, { type: "network-changed" });
      case "tryAgain":
        return tab.stream(world, document, { type: "try-again" });
      case "pass":
        world.now += untilNext(world) ?? 0;
        return;
    }
  }

  return {
    first: () => [first({ ...bounds }, tab)],
    moves: (world) => possible(world),
    apply,
    encode: (world) => encode(world, false),
    decode,
    situation: (world) => encode(world, true),
    fair,
    sentence: (_world, number) => MOVES[nameOf(number)][0],
    order: () => [0],
  };
}
