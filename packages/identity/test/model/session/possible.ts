import { viewOf } from "../../../src/session/state.ts";
import type { Move } from "../search.ts";
import { nextTimer } from "./apply.ts";
import { isAllowed, type MoveName, move } from "./moves.ts";
import { callsOf, type Exchange, isRead, type Tab, tabAt, type World } from "./world.ts";

/** The largest number of pending calls of a page. */
const MOST_CALLS = 2;

/** Everything that can happen next in a world, within its bounds. */
export function possible(world: World): Move[] {
  const moves: Move[] = [];
  for (const place of world.tabs.keys()) {
    const add = (name: MoveName, detail = 0) => {
      if (isAllowed(world, name)) moves.push(move(name, place, detail));
    };
    const tab = tabAt(world, place);
    if (tab.page === "closed") {
      add("open");
      continue;
    }
    add("crash");
    const own = world.exchanges.filter((exchange) => exchange.tab === place);
    if (tab.page === "frozen") {
      add("thaw");
      if (own.some(({ stage }) => stage === "sent")) add("answerUnheard");
      continue;
    }
    add("freeze");
    storageMoves(tab, add);
    if (tab.inbox > 0) add("hear");
    exchangeMoves(world, own, add);
    userMoves(world, tab, add);
  }
  const isAtRest = isQuiet(world);
  const add = (name: MoveName) => isAllowed(world, name) && moves.push(move(name));
  if (!world.isForeign) add("writeUnknown");
  if (world.stored) add("clearData");
  if (!isAtRest) return moves;
  const next = nextTimer(world);
  if (next !== undefined && next > 0) add("passTime");
  add("sleep");
  add("setBack");
  return moves;
}

type Add = (name: MoveName, detail?: number) => void;

function storageMoves(tab: Tab, add: Add): void {
  const [first] = tab.queue;
  if (first?.stage === "running") {
    add("carryOut");
    add("failStorage");
    if (!isRead(first) && !tab.state.record?.session) add("refuseWrite");
  } else if (first && !first.behind) add("deliver");
  if (first) add("hang");
  for (const [index, { stage, behind }] of tab.unfinished.entries())
    if (!behind) add(stage === "done" ? "deliverLate" : "carryOutLate", index);
}

function exchangeMoves(world: World, own: Exchange[], add: Add): void {
  for (const { stage } of own) {
    if (stage === "sent") {
      add("answerTokens");
      add("failExchange");
      add("refuseExchange");
      add("answerOther");
    }
    if (stage === "answered-tokens") add("hearAnswer");
    if (stage === "waiting" && isStealable(world)) add("steal");
  }
}

/**
 * Only a frozen holder can reach the lock's deadline. A live holder finishes before it, and so does a request that a
 * frozen holder has sent.
 */
const isStealable = (world: World): boolean =>
  world.exchanges.some(
    ({ hasLock, tab, stage }) => hasLock && stage !== "sent" && tabAt(world, tab).page === "frozen",
  );

function userMoves(world: World, tab: Tab, add: Add): void {
  const { session, status, reason } = viewOf(tab.state);
  const has = (kind: string) => tab.calls.some((call) => call.kind === kind);
  if (tab.timer !== undefined && tab.timer <= 0) add("fireTimer");
  // A sign-in and a sign-out wait for the first read of storage.
  const isKnown = status !== "unknown" || reason !== undefined;
  if (has("sign-in") && isKnown) add("answerSignIn");
  if (has("change")) add("answerChange");
  if (has("profile")) add("newProfile");
  add("wake");
  add("online");
  if (world.exchanges.length > 0) add("hide");
  if (callsOf(world.bounds, tab).length < MOST_CALLS) {
    add("signInAlice");
    add("signInBob");
    if (session) add("change");
  }
  if (isKnown) add("signOut");
  if (status === "unknown" || !session) return;
  add("ask");
  add("askForced");
  add("refuse");
  add("refuseOwn");
}

/**
 * Only a pending storage operation can be unfinished in an open page, because every other wait of the client is
 * shorter than a step of the clock.
 */
function isQuiet(world: World): boolean {
  return (
    world.tabs.every(
      ({ page, queue, inbox, timer }) =>
        page !== "open" || (queue.length === 0 && inbox === 0 && (timer === undefined || timer > 0)),
    ) && world.exchanges.every(({ tab, isStolen }) => isStolen || tabAt(world, tab).page === "frozen")
  );
}
