import type { Kind } from "./steps.ts";

/** Kinds of steps that do nearly the same. A variation of a story takes one for another. */
const FAMILIES: readonly (readonly Kind[])[] = [
  ["signsIn", "signsOut", "signsInAnonymously", "changesPassword"],
  ["forcesToken", "asksForToken", "looksUp", "renames"],
  ["opens", "becomesVisible", "triesAgain"],
  ["freezes", "goesBack", "sleeps", "closes", "crashes"],
  ["storageFails", "storageHangs", "storageAborts", "storageIsSlow", "storageIsFull"],
  ["waitsForConnection", "losesConnections", "connectionsHang", "storesForeign", "clears"],
  [
    ...(["offline", "slow", "silent", "losesRequests", "losesResponses", "twice"] as const),
    ...(["unavailable", "busy", "html", "mixesUp"] as const),
  ],
  ["refusesTokens", "refusesOneToken"],
  ["revokes", "disables", "enables"],
  ["storeIsAway", "storeLosesAnswers", "storeIsSlow", "serverCrashes"],
  ["serverSwitches", "secretChanges"],
  ["hides", "looksTwice"],
  ["popsUp", "linksByPopup", "provesByPopup"],
  ["cancelsPopup", "closesPopup", "declines", "answers", "forgesAnswer"],
  ["leaves", "leavesToLink", "leavesToProve"],
];

/** The kinds of the family of a step, without its own; none if it is alone. */
export const familyOf = (kind: string): readonly Kind[] =>
  (FAMILIES.find((family) => family.some((each) => each === kind)) ?? []).filter((each) => each !== kind);
