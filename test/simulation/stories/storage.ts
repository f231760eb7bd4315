import { type Story, step } from "./story.ts";

/** With a storage that fails, is slow, or holds the record of another version. */
export const STORAGE_STORIES: readonly Story[] = [
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
  // A refresh that meets an older record repeats the write that storage has refused. The sign-out comes meanwhile.
  {
    fault: "what a repeated write may have stored is forgotten",
    rule: "what was ended is never shown again",
    script: [
      step("signsIn", { after: 6 }),
      step("storageAborts", { amount: 1 }),
      step("forcesToken", { moment: 3, luck: 10_520_554 }),
      step("storageIsSlow", { amount: 2, moment: 5, luck: 45_896 }),
      step("signsIn", { who: 1, after: 5, luck: 8_849_092 }),
      step("signsOut", { after: 8, luck: 16_459_302 }),
      step("opens", { tab: 1, after: 7 }),
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
    fault: "an exchange knows of storage what its tab knew at its start",
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
    fault: "an exchange knows of storage what its tab knew at its start",
    rule: "what was ended never comes back into storage",
    script: [
      step("notesFail", { amount: 3 }),
      step("storageIsFull", { amount: 1 }),
      step("signsIn", { tab: 3, after: 7 }),
      step("messagesLate", { amount: 3 }),
      step("forcesToken", { tab: 3, after: 2 }),
      step("becomesVisible", { tab: 3, after: 3 }),
      step("becomesVisible", { after: 2 }),
      step("signsOut", { after: 8 }),
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
    fault: "what a late write has stored is not looked at",
    rule: "a page knows what storage has taken",
    script: [
      step("opens"),
      step("storageIsSlow", { amount: 1 }),
      step("signsIn", { luck: 9252078, after: 7 }),
      step("opens", { after: 9 }),
    ],
  },
  // The profile that is read overtakes the write of the first sign-in, which lands late. The second one replaces it.
  {
    fault: "what a late write has stored is forgotten, because a newer change was given",
    rule: "what was ended never comes back into storage",
    script: [
      step("signsIn", { tab: 1, luck: 9_197_225 }),
      step("signsIn", { luck: 16_397_290, after: 6 }),
      step("becomesVisible", { tab: 3, luck: 3_890_330 }),
      step("opens", { tab: 2, luck: 2_397_744 }),
      step("storageIsSlow", { tab: 3, amount: 1, luck: 15_118_981, after: 1 }),
      step("signsIn", { tab: 2, luck: 3_919_020, after: 3 }),
      step("signsIn", { tab: 3, luck: 5_764_717, after: 5 }),
      step("signsOut", { tab: 3, luck: 15_321_518, after: 8 }),
    ],
  },
  {
    fault: "a failed read does not look at the notes",
    rule: "a page that wakes learns of a sign-out",
    script: [
      step("signsIn"),
      step("opens", { tab: 1, after: 6 }),
      step("storageFails", { amount: 2 }),
      step("signsOut", { after: 6 }),
      step("opens", { after: 6 }),
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
      step("storesForeign", { after: 6 }),
      step("becomesVisible", { tab: 1, after: 8 }),
    ],
  },
  {
    fault: "an exchange does not store a session that storage has refused",
    rule: "what arrives while storage works is stored",
    script: [
      step("signsIn"),
      step("storageAborts"),
      step("opens", { after: 9 }),
      step("forcesToken", { after: 9 }),
    ],
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
    fault: "another tab's removal of a refused session ends the next one",
    world: "server",
    rule: "rule 1: a session ends only by its owner or a definite refusal",
    script: [
      step("signsIn", { tab: 1, after: 6, device: 1 }),
      step("opens", { after: 6, device: 1 }),
      step("waitsForConnection", { amount: 4, after: 1, device: 1 }),
      step("signsIn", { tab: 1, after: 6 }),
      step("changesPassword", { tab: 1, after: 10 }),
      step("signsIn", { who: 1, after: 7, device: 1 }),
    ],
  },
  {
    fault: "a connection that hangs is kept",
    rule: "without faults, all tabs agree",
    script: [step("opens"), step("connectionsHang"), step("signsIn")],
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
    fault: "a failed transaction leaves its connection open",
    rule: "no memory grows",
    script: [
      step("signsIn", { after: 6 }),
      step("storageAborts", { amount: 3 }),
      step("renames", { after: 6 }),
      step("renames", { amount: 1, after: 6 }),
      step("renames", { amount: 2, after: 6 }),
    ],
  },
];
