import { type Action, MOST_AMOUNT } from "./actions.ts";
import { TABS } from "./browser/tab.ts";
import { MOMENTS, type Moment } from "./moments.ts";
import type { Random } from "./random.ts";
import { isKind, type Kind } from "./steps.ts";

type Part = { kind: Kind; after?: number };
/** Each value is drawn as often as it stands there. */
type Table = {
  /** The last step begins what the fault interrupts. */
  beginnings: readonly (readonly Part[])[];
  /** The faults. */
  troubles: readonly Kind[];
  /** When the fault begins. */
  moments: readonly Moment[];
  /** What a user does during the fault. */
  acts: readonly Kind[];
};

const list = (text: string): string[] => text.split(/,\s+/);
const kinds = (text: string): Kind[] =>
  list(text).map((kind) => {
    if (!isKind(kind)) throw new Error(`There is no step ${kind}.`);
    return kind;
  });
/** Steps with the time after each of them: `signsIn 8, forcesToken`. */
const beginning = (text: string): Part[] =>
  list(text).map((step) => {
    const [kind = "", after] = step.split(" ");
    return { kind: kinds(kind)[0] as Kind, ...(after !== undefined && { after: Number(after) }) };
  });
const moments = (text: string): Moment[] =>
  list(text).map((name) => {
    const moment = MOMENTS.find((each) => each === name);
    if (!moment) throw new Error(`There is no moment ${name}.`);
    return moment;
  });

/** A sign-in, with no session before it, and in place of one. A session gets new tokens. */
const SESSIONS = ["signsIn", "signsIn 8, signsIn", "signsIn 8, forcesToken", "signsIn 8, changesPassword"];

const BROWSER: Table = {
  beginnings: [...SESSIONS, "signsIn 8, signsOut", "signsIn 8, opens"].map(beginning),
  troubles:
    kinds(`offline, slow, silent, losesRequests, losesResponses, twice, unavailable, busy, html, mixesUp,
    messagesLate, notesFail, storageFails, storageHangs, storageAborts, storageIsSlow, storageIsFull,
    waitsForConnection, losesConnections, connectionsHang, clears, freezes, freezes, goesBack, closes, crashes, sleeps`),
  moments: moments("at once, at once, at once, at once, exchange, answer, write, stored, read, reaches"),
  acts: kinds(`signsIn, signsOut, forcesToken, forcesToken, asksForToken, looksUp, renames, opens, becomesVisible,
    changesPassword, revokes, disables, freezes`),
};

const SERVER: Table = {
  beginnings: [
    ...SESSIONS,
    // The site gives sessions back to browsers, and a page fetches its own.
    "signsIn 7, serverSwitches 6, forcesToken",
    // The site takes sessions back, and a page moves its own to the server.
    "signsIn 7, serverSwitches 6, forcesToken 7, serverSwitches 6, forcesToken",
  ].map(beginning),
  troubles:
    kinds(`losesResponses, losesResponses, losesResponses, slow, slow, slow, losesRequests, offline, twice,
    messagesLate, storageFails, storageIsSlow, freezes, freezes, closes, crashes, storeLosesAnswers, storeIsSlow,
    googleIsSlow, storeIsAway, serverCrashes, serverSwitches, secretChanges`),
  moments:
    moments(`at once, at once, at once, tokens, tokens, hand-over, hand-over, kept, exchange, answer, write,
    reaches`),
  acts: kinds(`signsIn, signsIn, signsOut, forcesToken, forcesToken, changesPassword, renders, opens, becomesVisible,
    serverSwitches, revokes, disables`),
};

/** The tab, the user and the device of an encounter. */
type Place = { tab: number; who: number; device?: number };

function stepOf(luck: Random, place: Place, { kind, after = luck.between(2, 8) }: Part): Action {
  return { ...place, kind, amount: 0, after, luck: luck.between(0, 0xff_ff_ff) };
}

/**
 * The steps of an encounter: a call begins, a fault interrupts it, and a user acts before it ends. Most steps are in one
 * tab.
 */
function encounter(luck: Random, place: Place, { beginnings, troubles, moments, acts }: Table): Action[] {
  const any = <Item>(items: readonly Item[]) => items[luck.between(0, items.length - 1)] as Item;
  const begun = any(beginnings).map((part) => stepOf(luck, place, part));
  const moment = MOMENTS.indexOf(any(moments));
  const trouble = stepOf(luck, place, { kind: any(troubles), after: 0 });
  const isBefore = moment > 0 || luck.next() < 0.5;
  begun.splice(isBefore ? -1 : begun.length, 0, {
    ...trouble,
    amount: luck.between(0, MOST_AMOUNT),
    moment,
  });
  const meanwhile = Array.from({ length: luck.between(1, 2) }, () => {
    const tab = luck.next() < 0.3 ? (place.tab + 1) % TABS : place.tab;
    const who = luck.next() < 0.3 ? 1 - place.who : place.who;
    return stepOf(luck, { ...place, tab, who }, { kind: any(acts) });
  });
  return [...begun, ...meanwhile, stepOf(luck, place, { kind: "forcesToken", after: luck.between(8, 9) })];
}

type Scope = {
  /** The kinds of steps of the world. */
  kinds: readonly Kind[];
  /** Whether the world has two devices. */
  hasDevices: boolean;
};

/** A script of encounters. After half of them, all faults end. */
export function encounters(luck: Random, steps: number, { kinds, hasDevices }: Scope): Action[] {
  const { troubles, acts, ...rest } = kinds.includes("serverSwitches") ? SERVER : BROWSER;
  const isKnown = (kind: Kind) => kinds.includes(kind);
  const table = { ...rest, troubles: troubles.filter(isKnown), acts: acts.filter(isKnown) };
  const script: Action[] = [];
  while (script.length < steps) {
    const place = {
      tab: luck.between(0, TABS - 1),
      who: luck.between(0, 1),
      ...(hasDevices && { device: luck.between(0, 1) }),
    };
    script.push(...encounter(luck, place, table));
    if (luck.next() < 0.5) script.push(stepOf(luck, place, { kind: "calms", after: 0 }));
  }
  return script.slice(0, steps);
}
