import { hasSameTokens } from "../../../src/session/order.ts";
import { viewOf } from "../../../src/session/state.ts";
import { isTokenUsable } from "../../../src/session/tokens.ts";
import type { Move } from "../search.ts";
import { nextTimer } from "./apply.ts";
import { type MoveName, move } from "./moves.ts";
import { type Tab, tabAt, type World } from "./world.ts";

/**
 * The fault-free schedule: a function from a world to its next move. Pending work succeeds, in one order; frozen
 * pages wake. Then each page that differs from storage becomes visible, and time passes until retries are due. The
 * schedule ends (`undefined`) when all pages show the stored record, durably, and a signed-in user's token can be
 * handed out.
 */
export function fairMove(world: World): Move | undefined {
  for (const place of world.tabs.keys()) {
    const next = underWay(world, place, tabAt(world, place));
    if (next !== undefined) return next;
  }
  for (const [place, tab] of world.tabs.entries()) {
    if (tab.page === "closed" || isSettled(world, tab)) continue;
    const next = nextTimer(world);
    const { phase } = viewOf(tab.state);
    if (isInAgreement(world, tab) && phase === "waiting" && next !== undefined && next > 0)
      return move("passTime");
    // If the clock was set back, a token request makes the client refresh the unusable token.
    return move(isInAgreement(world, tab) && phase === "fresh" ? "ask" : "wake", place);
  }
  return undefined;
}

function underWay(world: World, place: number, tab: Tab): Move | undefined {
  const one = (name: MoveName, detail = 0) => move(name, place, detail);
  if (tab.page === "closed") return undefined;
  if (tab.page === "frozen") return one("thaw");
  const index = tab.unfinished.findIndex(({ behind }) => !behind);
  if (index >= 0) return one(tab.unfinished[index]?.stage === "done" ? "deliverLate" : "carryOutLate", index);
  const [command] = tab.queue;
  if (command) return one(command.stage === "done" ? "deliver" : "carryOut");
  if (tab.inbox > 0) return one("hear");
  const own = world.exchanges.filter((exchange) => exchange.tab === place);
  if (own.some(({ stage }) => stage === "sent")) return one("answerTokens");
  if (own.some(({ stage }) => stage === "answered-tokens")) return one("hearAnswer");
  const [call] = tab.calls;
  if (call)
    return one(
      call.kind === "sign-in" ? "answerSignIn" : call.kind === "change" ? "answerChange" : "answerLookup",
    );
  if (tab.timer !== undefined && tab.timer <= 0) return one("fireTimer");
  return undefined;
}

/** A record of another release stays, and each page then keeps its own state. */
function isInAgreement({ stored, isForeign, note }: World, { state }: Tab): boolean {
  const { record } = state;
  if (isForeign) return !!record;
  if (!record || state.isUnsaved || (record.session && record.session.stamp <= note)) return false;
  return hasSameTokens(record, stored);
}

const isSettled = (world: World, tab: Tab): boolean => {
  const { session, phase } = viewOf(tab.state);
  return isInAgreement(world, tab) && (!session || (phase === "fresh" && isTokenUsable(session, world.now)));
};
