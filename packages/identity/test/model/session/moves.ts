import type { Move } from "../search.ts";
import type { BoundName, World } from "./world.ts";

/** All kinds of moves, each with the bound that it uses up and its sentence in a counterexample. */
export const MOVES = {
  carryOut: ["storage carries out the first command of {tab}"],
  deliver: ["{tab} hears what storage did"],
  carryOutLate: ["storage carries out a late command of {tab}"],
  deliverLate: ["{tab} hears what storage did late"],
  hear: ["a message of another tab reaches {tab}"],
  answerTokens: ["the server answers the exchange of {tab} with new tokens"],
  answerUnheard: ["the server answers the exchange of {tab}, which is frozen"],
  hearAnswer: ["{tab} hears the server's answer"],
  fireTimer: ["the timer of {tab} fires"],
  answerSignIn: ["the server answers the sign-in of {tab}"],
  answerChange: ["the server answers the change of account of {tab} with new tokens"],
  answerLookup: ["a lookup brings {tab} the profile that it has"],
  steal: ["after 45 s {tab} takes the lock from the frozen tab"],
  thaw: ["{tab} wakes from being frozen"],
  failStorage: ["storage refuses the first command of {tab}", "faults"],
  refuseWrite: ["storage refuses the write of {tab}, and takes the session out instead", "faults"],
  hang: ["the first command of {tab} takes longer than 3 s", "faults"],
  failExchange: ["the exchange of {tab} fails without a definite code", "faults"],
  refuseExchange: ["the server refuses the refresh token of {tab} for good", "faults"],
  answerOther: ["the server answers the exchange of {tab} with another user's tokens", "faults"],
  clearData: ["the user clears the site's data", "clears"],
  writeUnknown: ["a newer version of the client writes its own format", "faults"],
  signInAlice: ["in {tab}, Alice begins to sign in", "actions"],
  signInBob: ["in {tab}, Bob begins to sign in", "actions"],
  signOut: ["the user signs out in {tab}", "actions"],
  askForced: ["{tab} asks for a fresh token", "actions"],
  ask: ["{tab} asks for a token", "actions"],
  refuse: ["a server refuses the ID token of {tab}", "actions"],
  refuseOwn: ["our own API finds the token of {tab} bad", "actions"],
  change: ["in {tab}, the user changes the account", "actions"],
  newProfile: ["a lookup brings {tab} another profile", "profiles"],
  wake: ["{tab} becomes visible", "pages"],
  online: ["{tab} comes online", "pages"],
  hide: ["{tab} is hidden for good or for a while, and its requests are cut", "pages"],
  crash: ["{tab} crashes", "pages"],
  freeze: ["{tab} freezes", "pages"],
  open: ["{tab} opens", "pages"],
  passTime: ["time passes until the next timer is due", "clock"],
  sleep: ["the machine sleeps for 61 min", "clock"],
  setBack: ["the clock is set back by 61 min", "clock"],
} as const satisfies Record<string, readonly [sentence: string, bound?: BoundName]>;
export type MoveName = keyof typeof MOVES;

const NAMES = Object.keys(MOVES) as MoveName[];
const NUMBERS = Object.fromEntries(NAMES.map((name, index) => [name, index])) as Record<MoveName, number>;

/** A move as a number. `detail`: which of several late commands. */
export const move = (name: MoveName, tab = 0, detail = 0): Move => NUMBERS[name] + (tab << 6) + (detail << 9);
export const nameOf = (number: Move): MoveName => NAMES[number & 63] as MoveName;
export const tabOf = (number: Move): number => (number >> 6) & 7;
export const detailOf = (number: Move): number => number >> 9;

const TAB_NAMES = ["tab one", "tab two", "tab three"];
export const sentence = (number: Move): string =>
  MOVES[nameOf(number)][0].replace("{tab}", TAB_NAMES[tabOf(number)] ?? "a tab");

/** Whether the remaining bounds allow the move. */
export const isAllowed = ({ bounds }: World, name: MoveName): boolean => {
  const bound = MOVES[name][1] as BoundName | undefined;
  return bound === undefined || bounds[bound] > 0;
};

/** Uses up the cost of a move; fair runs have no bounds. */
export function pay({ bounds }: World, name: MoveName): void {
  const bound = MOVES[name][1] as BoundName | undefined;
  if (bound !== undefined && bounds[bound] > 0) bounds[bound] -= 1;
}
