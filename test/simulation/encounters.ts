import { type Action, MOST_AMOUNT } from "./actions.ts";
import { TABS } from "./browser/tab.ts";
import { MOMENTS, type Moment } from "./moments.ts";
import type { Random } from "./random.ts";
import type { Kind } from "./steps.ts";

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

/** A sign-in, with no session before it, and in place of one. A session gets new tokens. */
const SESSIONS: Table["beginnings"] = [
  [{ kind: "signsIn" }],
  [{ kind: "signsIn", after: 8 }, { kind: "signsIn" }],
  [{ kind: "signsIn", after: 8 }, { kind: "forcesToken" }],
  [{ kind: "signsIn", after: 8 }, { kind: "changesPassword" }],
];

const BROWSER: Table = {
  beginnings: [
    ...SESSIONS,
    [{ kind: "signsIn", after: 8 }, { kind: "signsOut" }],
    [{ kind: "signsIn", after: 8 }, { kind: "opens" }],
  ],
  troubles: [
    ...(["offline", "slow", "silent", "losesRequests", "losesResponses", "twice"] as const),
    ...(["unavailable", "busy", "html", "mixesUp", "messagesLate", "notesFail"] as const),
    ...(["storageFails", "storageHangs", "storageAborts", "storageIsSlow", "storageIsFull"] as const),
    ...(["waitsForConnection", "losesConnections", "connectionsHang", "clears"] as const),
    ...(["freezes", "freezes", "goesBack", "closes", "crashes", "sleeps"] as const),
  ],
  moments: [
    ...(["at once", "at once", "at once", "at once"] as const),
    ...(["exchange", "answer", "write", "stored", "read", "reaches"] as const),
  ],
  acts: [
    ...(["signsIn", "signsOut", "forcesToken", "forcesToken", "asksForToken", "looksUp", "renames"] as const),
    ...(["opens", "becomesVisible", "changesPassword", "revokes", "disables", "freezes"] as const),
  ],
};

const SERVER: Table = {
  beginnings: [
    ...SESSIONS,
    // The site gives sessions back to browsers, and a page fetches its own.
    [{ kind: "signsIn", after: 7 }, { kind: "serverSwitches", after: 6 }, { kind: "forcesToken" }],
    // The site takes sessions back, and a page moves its own to the server.
    [
      ...([
        { kind: "signsIn", after: 7 },
        { kind: "serverSwitches", after: 6 },
      ] as const),
      ...([
        { kind: "forcesToken", after: 7 },
        { kind: "serverSwitches", after: 6 },
      ] as const),
      { kind: "forcesToken" },
    ],
  ],
  troubles: [
    ...(["losesResponses", "losesResponses", "losesResponses", "slow", "slow", "slow"] as const),
    ...(["losesRequests", "offline", "twice", "messagesLate", "storageFails", "storageIsSlow"] as const),
    ...(["freezes", "freezes", "closes", "crashes", "storeLosesAnswers", "storeIsSlow"] as const),
    ...(["googleIsSlow", "storeIsAway", "serverCrashes", "serverSwitches", "secretChanges"] as const),
  ],
  moments: [
    ...(["at once", "at once", "at once", "tokens", "tokens", "hand-over", "hand-over", "kept"] as const),
    ...(["exchange", "answer", "write", "reaches"] as const),
  ],
  acts: [
    ...([
      "signsIn",
      "signsIn",
      "signsOut",
      "forcesToken",
      "forcesToken",
      "changesPassword",
      "renders",
    ] as const),
    ...(["opens", "becomesVisible", "serverSwitches", "revokes", "disables"] as const),
  ],
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
