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
      step("storageIsSlow", { amount: 2, after: 6 }),
      step("freezes", { tab: 3, luck: 80_712 }),
      step("signsIn"),
      step("signsOut", { moment: 3 }),
      step("opens", { luck: 13_668_105, after: 7 }),
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
    fault: "a tab that has not read storage replaces a session that began later",
    rule: "rule 1: a stored session ends only by its owner or a refusal",
    script: [
      step("storageIsSlow", { amount: 4 }),
      step("opens", { tab: 2, after: 9 }),
      step("signsIn", { luck: 5_167_800, after: 6 }),
      step("signsIn", { tab: 2, after: 8 }),
    ],
  },
  {
    fault: "tokens that expired meanwhile are shown as fresh",
    rule: "rule 4: no expired token is handed out",
    script: [
      step("signsIn", { after: 6 }),
      step("freezes", { amount: 4, moment: 1 }),
      step("forcesToken", { after: 10 }),
      step("opens", { after: 9 }),
    ],
  },
  {
    fault: "a token counts as good until the second of its expiry",
    rule: "rule 4: no expired token is handed out",
    script: [
      step("signsIn", { after: 6 }),
      step("offline", { amount: 4 }),
      step("opens", { after: 10 }),
      step("asksForToken"),
    ],
  },
  {
    fault: "what a late write has stored is not looked at",
    rule: "a page knows what storage has taken",
    script: [
      step("opens"),
      step("storageIsSlow", { amount: 1 }),
      step("signsIn", { luck: 9252078, after: 7 }),
      step("opens", { after: 9 }),
    ],
  },
  {
    fault: "a failed read does not look at the notes",
    rule: "a page that wakes learns of a sign-out",
    script: [
      step("signsIn"),
      step("opens", { tab: 1, after: 6 }),
      step("storageFails"),
      step("signsOut"),
      step("becomesVisible", { tab: 1, after: 8 }),
    ],
  },
  {
    fault: "a record without a session does not look at the notes",
    rule: "a page that wakes learns of a sign-out",
    script: [
      step("signsIn"),
      step("opens", { tab: 1, after: 9 }),
      step("storageAborts"),
      step("signsOut", { after: 7 }),
      step("storesForeign"),
      step("becomesVisible", { tab: 1, after: 8 }),
    ],
  },
  {
    fault: "an exchange compares with the record of its second look",
    rule: "what arrives while storage works is stored",
    script: [
      step("signsIn"),
      step("storageAborts"),
      step("opens", { after: 9 }),
      step("forcesToken", { after: 9 }),
    ],
  },
  {
    fault: "a caller gets the token of another user who has signed in meanwhile",
    rule: "nobody sees another person's data",
    script: [step("signsIn", { after: 6 }), step("signsIn", { who: 1 }), step("forcesToken")],
  },
  {
    fault: "a failed sign-in replaces the session",
    rule: "a sign-in that succeeds has shown its user",
    script: [step("signsIn", { luck: 9307694 }), step("signsIn", { luck: 2107271, after: 6 })],
  },
  {
    fault: "a postponed removal is unconditional",
    rule: "rule 1: a stored session ends only by its owner or a refusal",
    script: [
      step("signsIn"),
      step("opens", { tab: 1, after: 6 }),
      step("storageFails"),
      step("signsOut", { after: 8 }),
      step("waitsForConnection", { moment: 5 }),
      step("becomesVisible"),
      step("signsIn", { tab: 1, after: 8 }),
    ],
  },
  {
    fault: "a connection that hangs is kept",
    rule: "without faults, all tabs agree",
    script: [step("opens"), step("connectionsHang"), step("signsIn")],
  },
  {
    fault: "the exchange of an ended session goes on",
    rule: "an exchange ends with its session",
    script: [
      step("signsIn", { after: 6 }),
      step("silent"),
      step("forcesToken", { after: 5 }),
      step("signsIn", { after: 6 }),
    ],
  },
  {
    fault: "a refusal of a broken proxy counts",
    rule: "a failure has a code that says what to do",
    script: [step("signsIn", { after: 6 }), step("html"), step("forcesToken", { after: 9 })],
  },
  {
    fault: "an exchange that has an outcome goes on",
    rule: "rule 2: one exchange at a time in a browser",
    script: [
      step("signsIn", { after: 6 }),
      step("freezes", { amount: 3, moment: 5 }),
      step("forcesToken"),
      step("silent", { amount: 4, after: 8 }),
      step("forcesToken", { tab: 1, after: 8 }),
      step("opens", { after: 5 }),
    ],
  },
  {
    fault: "a removal is not tried where its record cannot be written",
    rule: "a sign-out succeeds where storage takes removals",
    script: [
      step("signsIn", { after: 6 }),
      step("storageIsFull", { amount: 4, after: 8 }),
      step("signsOut", { after: 6 }),
    ],
  },
  {
    fault: "a token that expired before its page received it is handed out",
    rule: "rule 4: no expired token is handed out",
    script: [
      step("signsIn", { after: 6 }),
      step("signsIn", { tab: 2 }),
      step("freezes", { tab: 2, amount: 4, moment: 1 }),
      step("forcesToken", { tab: 2, after: 10 }),
      step("opens", { after: 9 }),
    ],
  },
  {
    fault: "a refresh undoes a sign-out that replaced an unknown format",
    rule: "what was ended never comes back into storage",
    script: [
      step("signsIn"),
      step("opens", { tab: 1, after: 6 }),
      step("storesForeign"),
      step("messagesLate"),
      step("signsOut", { tab: 1, moment: 1 }),
      step("forcesToken", { after: 8 }),
    ],
  },
  {
    fault: "a popup that was closed before its window left takes an answer",
    rule: "an answer counts only after the window has left for the provider",
    world: "popups",
    script: [step("messagesLate"), step("popsUp"), step("forgesAnswer"), step("closesPopup", { after: 7 })],
  },
  {
    fault: "a rejected token is forced anew without a pause",
    rule: "forced refreshes for a document have pauses that grow",
    world: "documents",
    script: [
      step("signsIn", { after: 6 }),
      step("refusesTokens", { amount: 2 }),
      step("saves", { after: 7 }),
    ],
  },
  {
    fault: "a rejected token is used again",
    rule: "a rejected token is not sent again",
    world: "documents",
    script: [
      step("signsIn", { after: 6 }),
      step("refusesTokens", { amount: 2 }),
      step("saves", { after: 7 }),
    ],
  },
  // The stream alone sends the new token, because the page shows the present document already.
  {
    fault: "the stream does not report a rejected token",
    rule: "a rejected token is not sent again",
    world: "documents",
    script: [
      step("signsIn", { after: 6 }),
      step("refusesTokens", { amount: 2 }),
      step("forcesToken", { after: 7 }),
    ],
  },
  {
    fault: "the end of a document leaves its request running",
    rule: "a document that has ended asks for nothing",
    world: "documents",
    script: [step("signsIn", { after: 6 }), step("signsOut")],
  },
  {
    fault: "the end of a document keeps its slot",
    rule: "a document that rests has no stream",
    world: "documents",
    script: [step("signsIn", { after: 6 }), step("hides", { amount: 4, after: 9 })],
  },
  {
    fault: "a failed stream never tries again",
    rule: "a document that is not live tries again",
    world: "documents",
    script: [step("signsIn"), step("silent", { amount: 4, after: 9 })],
  },
  {
    fault: "a second read starts while one runs",
    rule: "a document has one stream and one read at a time",
    world: "documents",
    script: [step("signsIn", { after: 5 })],
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
