import { sessionOf } from "../../../identity/src/session/state.ts";
import { Violation } from "../../../identity/test/model/search.ts";
import { dueTimeOf, hasRequest } from "../../src/stream.ts";
import { type Document, isLive, ownerOf, type World } from "./world.ts";

/** The identity client's first step of the back-off between forced refreshes. */
const FORCED_PAUSE_MS = 30_000;

export function must(isKept: boolean, rule: string): void {
  if (!isKept) throw new Violation(rule);
}

/** Checks that a stream's session and slot match its phase. */
export function checkDocument(document: Document, now: number): void {
  const { state, request, read, isMember } = document;
  const { phase } = state;
  must(
    hasRequest(state) === (request !== undefined),
    "a stream has a request exactly while it connects or listens",
  );
  if (isLive(document)) must((state.reading !== "no") === (read !== undefined), "a stream knows of its read");
  must(phase !== "waiting" || (dueTimeOf(state) ?? now - 1) >= 0, "a stream that waits has a timer");
  const isResting = ["idle", "paused", "failed", "disposed"].includes(phase);
  must(!isResting || (!isMember && !state.session), "a stream that rests holds no slot and no session");
}

/** Checks that a document uses only its own user's token. */
export const checkToken = ({ uid }: Document, idToken: string): void =>
  must(ownerOf(idToken) === uid, "a document is asked for with its own user's token");

/** Checks an exchange that begins because the document server rejected the token. */
export function checkForced(world: World, generation: string): void {
  const isAgain = world.forced.some(
    (each) => each.generation === generation && world.now - each.at < FORCED_PAUSE_MS,
  );
  must(!isAgain, "rejected tokens cost one forced exchange without a back-off");
  world.forced.push({ generation, at: world.now });
}

/** Checks the rules that must hold after every move. */
export function checkWorld({ documents, session }: World): void {
  const live = documents.filter(isLive);
  must(live.length <= 1, "a tab has one live document");
  must(sessionOf(session) !== undefined || live.length === 0, "a signed-out tab has no document");
}
