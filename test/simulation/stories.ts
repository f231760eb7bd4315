import type { Action } from "./actions.ts";
import type { Kind } from "./steps.ts";
import type { World } from "./world.ts";

/** One step. Every number that is not given is 0. */
export const step = (kind: Kind, numbers: Partial<Action> = {}): Action => ({
  ...{ kind, tab: 0, who: 0, amount: 0, after: 0, luck: 0 },
  ...numbers,
});

/** A script that breaks a rule if the named fault is in the code. */
export type Story = { fault: string; rule: string; world?: World; script: readonly Action[] };

/** The present code breaks no rule with any of these. Many have once broken one in it. */
export const STORIES: readonly Story[] = [
  {
    fault: "a sign-out before the first read ends what was stored later",
    rule: "rule 1: a stored session ends only by its owner or a refusal",
    script: [
      step("opens", { after: 5 }),
      step("storageIsSlow", { amount: 2 }),
      step("signsIn", { tab: 1, who: 1, after: 6 }),
      step("signsOut", { tab: 1, after: 1 }),
      step("signsIn", { after: 6 }),
      step("opens", { tab: 2, after: 7 }),
    ],
  },
  {
    fault: "a failure that storage refused is forgotten",
    rule: "rule 2: each exchange has a reason",
    script: [
      step("signsIn", { after: 5 }),
      step("storageAborts", { amount: 4 }),
      step("unavailable", { amount: 4 }),
      step("forcesToken", { after: 8 }),
    ],
  },
  {
    fault: "a token's life counts from its receipt",
    rule: "rule 4: no expired token is handed out",
    script: [
      step("signsIn", { after: 5 }),
      step("forcesToken", { after: 4 }),
      step("freezes", { amount: 4, after: 10 }),
      step("asksForToken", { after: 9 }),
    ],
  },
  {
    fault: "what storage held while a change was pending is forgotten",
    rule: "what was ended never comes back into storage",
    script: [
      step("opens"),
      step("signsIn", { tab: 3 }),
      step("storageIsSlow", { amount: 2, after: 6, luck: 7_397_844, moment: 3 }),
      step("freezes", { tab: 3, amount: 4 }),
      step("signsIn"),
      step("signsOut", { moment: 3 }),
      step("opens", { after: 7 }),
    ],
  },
  {
    fault: "a session that another tab has removed is written again",
    rule: "what was ended never comes back into storage",
    script: [
      step("opens"),
      step("opens", { tab: 3 }),
      step("storageIsSlow", { amount: 1, after: 1, luck: 4 }),
      step("signsIn", { tab: 3, after: 3, luck: 4 }),
      step("signsIn", { after: 5, luck: 4 }),
      step("signsOut", { after: 8, luck: 4 }),
    ],
  },
  {
    fault: "an exchange stores tokens of a session that another tab has signed out",
    rule: "what was ended never comes back into storage",
    script: [
      step("opens", { tab: 1 }),
      step("storageIsFull"),
      step("signsIn", { after: 9 }),
      step("sleeps", { amount: 4, after: 3, luck: 12 }),
      step("signsIn", { after: 4, luck: 8 }),
      step("signsOut", { tab: 1 }),
    ],
  },
  {
    fault: "an anonymous sign-in replaces one that ended while it waited for storage",
    rule: "only the last sign-in counts",
    script: [step("storageIsSlow"), step("signsInAnonymously", { tab: 2 }), step("signsIn", { tab: 2 })],
  },
  {
    fault: "the sign-out of a session that was not read is not noted",
    rule: "what was ended is never shown again",
    script: [
      step("signsIn", { after: 8 }),
      step("crashes", { tab: 2, moment: 4 }),
      step("signsOut", { tab: 2, moment: 3 }),
      step("opens", { tab: 2, moment: 4 }),
      step("storesForeign"),
      step("signsIn", { tab: 2, after: 5 }),
    ],
  },
  {
    fault: "a popup that was closed before its window left takes an answer",
    rule: "an answer counts only after the window has left for the provider",
    world: "popups",
    script: [step("messagesLate"), step("popsUp"), step("forgesAnswer"), step("closesPopup", { after: 7 })],
  },
  {
    fault: "a released token can be fetched for a minute only",
    rule: "the server ends a session only for a reason",
    world: "server",
    script: [
      step("signsIn", { device: 1 }),
      step("serverSwitches", { device: 0 }),
      step("opens", { after: 5, device: 0 }),
      step("losesResponses", { amount: 3, device: 1 }),
      step("opens", { tab: 1, after: 7, device: 1 }),
    ],
  },
  // While storage fails, two tabs of one browser have a session each, and one cookie opens both.
  {
    fault: "new tokens of a session take the cookie from the one that has replaced it",
    rule: "a new cookie opens what the one before it did",
    world: "server",
    script: [
      step("signsIn", { tab: 1, device: 0 }),
      step("storageFails", { amount: 1, device: 0 }),
      step("signsIn", { who: 1, after: 6, device: 0 }),
      step("changesPassword", { tab: 1, after: 10, device: 0 }),
    ],
  },
];
