import { PEOPLE, type Person } from "./people.ts";
import { createRandom, type Random } from "./random.ts";

export const TABS = 10;
export const PATHS = ["/dashboard", "/settings/general", "/about", "/solutions"] as const;

/** What a network fault does to the requests of its scope. `offline` is the browser's own switch. */
export const FAULTS = [
  "refused",
  "reset",
  "hang",
  "cut",
  "slow",
  "status 500",
  "status 503",
  "status 429",
  "misleading 503",
  "html",
  "offline",
] as const;
export type Fault = (typeof FAULTS)[number];
export type Scope = "token" | "identity" | "documents" | "everything";

/** One step with all its random choices, so that a seed determines a run. */
export type Step = (
  | { kind: "wait" }
  | { kind: "rest" }
  | { kind: "visit"; tab: number; path: (typeof PATHS)[number] }
  | { kind: "reload"; tab: number }
  | { kind: "freeze"; tabs: readonly number[] }
  | { kind: "thaw" }
  | { kind: "sleep"; ms: number }
  | { kind: "crash"; tab: number }
  | { kind: "browser-restart"; isKilled: boolean }
  | { kind: "service-restart"; isKilled: boolean; downMs: number }
  | { kind: "fault"; fault: Fault; scope: Scope }
  | { kind: "fault-end" }
  | { kind: "try-again"; tab: number }
  | { kind: "sign-out"; tab: number }
  | { kind: "sign-in"; tab: number; person: Person }
  | { kind: "password-change" }
  | { kind: "disable" }
  | { kind: "delete" }
  | { kind: "document-write"; note: number }
) & { pauseMs: number };

export type NumberedStep = Step & { number: number };

/** Tabs that only follow: they are never reloaded, moved or crashed, so that their heap shows a leak. */
const FOLLOWERS = [0, 1] as const;

type Situation = {
  /** The user whom the steps have signed in; a rejected session may still be shown. */
  user: Person | undefined;
  /** Whether the last user's session was ended elsewhere, so that the browser has yet to notice. */
  isRevoked: boolean;
  /** Whether a fault ended with the last step. */
  isBack: boolean;
  /** Steps until the end of the fault, 0 without one. */
  faultFor: number;
  frozenFor: number;
  frozen: readonly number[];
};

type Choice = { weight: number; make: () => DistributiveOmit<Step, "pauseMs"> };
type DistributiveOmit<Type, Key extends PropertyKey> = Type extends unknown ? Omit<Type, Key> : never;

const WAIT_MS = [1_500, 5_000] as const;
/** Two token lifetimes without an event, after those that a frozen tab may have delayed. */
const REST_MS = 130_000;
const LONGEST_SLEEP_MS = 75_000;
/** How often a user presses "Try again" after a fault. */
const TRY_AGAIN = 0.8;

const awakeTabs = ({ frozen }: Situation): number[] =>
  Array.from({ length: TABS }, (_, tab) => tab).filter((tab) => !frozen.includes(tab));

function awakeTab(random: Random, situation: Situation): number {
  const awake = awakeTabs(situation);
  return awake[random.between(0, awake.length - 1)] ?? 0;
}

function choices(random: Random, situation: Situation): Choice[] {
  const movable = awakeTabs(situation).filter((tab) => !FOLLOWERS.some((follower) => follower === tab));
  const movableTab = () => movable[random.between(0, movable.length - 1)] ?? TABS - 1;
  const { user } = situation;
  const isFaulty = situation.faultFor > 0;
  const frozenTabs = (): number[] => {
    const count = random.pick([1, 2, 5]);
    const from = random.between(0, TABS - 1);
    return Array.from({ length: count }, (_, index) => (from + index) % TABS);
  };
  const scope = (fault: Fault): Scope =>
    fault === "refused" || fault === "offline"
      ? "everything"
      : random.pick(["token", "identity", "documents", "everything"]);
  return [
    { weight: 14, make: () => ({ kind: "wait" }) },
    { weight: user && !isFaulty && situation.frozen.length === 0 ? 1.2 : 0, make: () => ({ kind: "rest" }) },
    { weight: 8, make: () => ({ kind: "visit", tab: movableTab(), path: random.pick(PATHS) }) },
    { weight: 6, make: () => ({ kind: "reload", tab: movableTab() }) },
    { weight: situation.frozen.length > 0 ? 0 : 6, make: () => ({ kind: "freeze", tabs: frozenTabs() }) },
    {
      weight: 2,
      make: () => ({
        kind: "sleep",
        ms: Math.round(3_000 + random.next() ** 2 * (LONGEST_SLEEP_MS - 3_000)),
      }),
    },
    { weight: 4, make: () => ({ kind: "crash", tab: movableTab() }) },
    // A restart ends a fault and wakes all tabs, so it comes only without them.
    {
      weight: isFaulty || situation.frozen.length > 0 ? 0 : 1.2,
      make: () => ({ kind: "browser-restart", isKilled: random.next() < 0.5 }),
    },
    {
      weight: isFaulty ? 0 : 2,
      make: () => ({
        kind: "service-restart",
        isKilled: random.next() < 0.5,
        downMs: random.between(0, 6_000),
      }),
    },
    {
      weight: isFaulty ? 0 : 5,
      make: () => {
        const fault = random.pick(FAULTS);
        return { kind: "fault", fault, scope: scope(fault) };
      },
    },
    {
      weight: user ? (isFaulty ? 0.5 : 1.5) : 0,
      make: () => ({ kind: "sign-out", tab: awakeTab(random, situation) }),
    },
    {
      weight: isFaulty ? 1 : user ? 2 : situation.isRevoked ? 4 : 40,
      make: () => ({ kind: "sign-in", tab: movableTab(), person: random.pick(PEOPLE) }),
    },
    { weight: user ? 1.2 : 0, make: () => ({ kind: "password-change" }) },
    { weight: user ? 0.4 : 0, make: () => ({ kind: "disable" }) },
    { weight: user ? 0.3 : 0, make: () => ({ kind: "delete" }) },
    { weight: user ? 4 : 0, make: () => ({ kind: "document-write", note: random.between(100, 999) }) },
  ];
}

function choose(random: Random, situation: Situation): DistributiveOmit<Step, "pauseMs"> {
  if (situation.faultFor === 1) return { kind: "fault-end" };
  if (situation.frozenFor === 1) return { kind: "thaw" };
  // Without it, the back-off after a long outage would leave few tokens to observe.
  if (situation.isBack && random.next() < TRY_AGAIN)
    return { kind: "try-again", tab: awakeTab(random, situation) };
  const all = choices(random, situation).filter(({ weight }) => weight > 0);
  let left = random.next() * all.reduce((sum, { weight }) => sum + weight, 0);
  for (const { weight, make } of all) {
    left -= weight;
    if (left < 0) return make();
  }
  return { kind: "wait" };
}

/** Faults and frozen tabs mostly last a few steps, and sometimes longer than a token. */
const lasting = (random: Random): number =>
  random.next() < 0.15 ? random.between(8, 14) : random.between(2, 5);

const after = (random: Random, situation: Situation, step: DistributiveOmit<Step, "pauseMs">): Situation => {
  const next = {
    ...situation,
    isBack: false,
    faultFor: Math.max(0, situation.faultFor - 1),
    frozenFor: Math.max(0, situation.frozenFor - 1),
  };
  switch (step.kind) {
    case "fault":
      return { ...next, faultFor: lasting(random) };
    case "fault-end":
      return { ...situation, faultFor: 0, isBack: true };
    case "freeze":
      return { ...next, frozen: step.tabs, frozenFor: lasting(random) };
    case "thaw":
      return { ...situation, isBack: false, frozen: [], frozenFor: 0 };
    case "sign-in":
      // A fault may prevent the sign-in. The next one then comes soon, and signs a user out first.
      return { ...next, user: situation.faultFor > 0 ? undefined : step.person, isRevoked: false };
    case "sign-out":
      return { ...next, user: undefined, isRevoked: false };
    case "password-change":
    case "disable":
    case "delete":
      return { ...next, user: undefined, isRevoked: true };
    default:
      return next;
  }
};

/** The endless sequence of steps of a seed. The first step signs a user in. */
export function* stepsOf(seed: number): Generator<NumberedStep, never> {
  const random = createRandom(seed);
  let situation: Situation = {
    user: undefined,
    isRevoked: false,
    isBack: false,
    faultFor: 0,
    frozenFor: 0,
    frozen: [],
  };
  for (let number = 1; ; number += 1) {
    const step =
      number === 1
        ? ({ kind: "sign-in", tab: 2, person: random.pick(PEOPLE) } as const)
        : choose(random, situation);
    situation = after(random, situation, step);
    const pauseMs = random.between(...WAIT_MS);
    yield { ...step, pauseMs: step.kind === "rest" ? REST_MS : pauseMs, number };
  }
}

const plural = (tabs: readonly number[]): string =>
  `${tabs.length === 1 ? "tab" : "tabs"} ${tabs.map((tab) => tab + 1).join(", ")}`;

/** A step in words, for the log and the report of a violation. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case "wait":
      return "nothing happens";
    case "rest":
      return "nothing happens for two token lifetimes";
    case "visit":
      return `tab ${step.tab + 1} opens ${step.path}`;
    case "reload":
      return `tab ${step.tab + 1} reloads`;
    case "freeze":
      return `${plural(step.tabs)} freeze`;
    case "thaw":
      return "the frozen tabs wake up";
    case "sleep":
      return `the whole browser sleeps for ${(step.ms / 1000).toFixed(1)} s`;
    case "crash":
      return `tab ${step.tab + 1} crashes and opens again`;
    case "browser-restart":
      return step.isKilled ? "the browser is killed and starts again" : "the browser closes and starts again";
    case "service-restart":
      return `the service ${step.isKilled ? "is killed" : "stops"} and starts again after ${(step.downMs / 1000).toFixed(1)} s`;
    case "fault":
      return `network fault: ${step.fault}, for ${step.scope}`;
    case "fault-end":
      return "the network fault ends";
    case "try-again":
      return `the user tries again in tab ${step.tab + 1}, if it is reconnecting`;
    case "sign-out":
      return `the user signs out in tab ${step.tab + 1}`;
    case "sign-in":
      return `${step.person} signs in in tab ${step.tab + 1}`;
    case "password-change":
      return "another device changes the password";
    case "disable":
      return "an administrator disables the account";
    case "delete":
      return "another device deletes the account";
    case "document-write":
      return `another device writes note ${step.note} to the document`;
  }
}
