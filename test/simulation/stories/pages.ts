import { type Story, step } from "./story.ts";

const ONE_SAVE = "of two saves at a time, one learns of the other";

/** With the site's own code in each page. */
export const PAGES_STORIES: readonly Story[] = [
  {
    fault: "two pages make a new user's document at a time",
    rule: ONE_SAVE,
    world: "pages",
    script: [
      step("savesName", { moment: 3 }),
      step("savesName", { moment: 4 }),
      step("signsIn", { after: 7 }),
    ],
  },
  {
    fault: "a save overwrites what was saved between its read and its write",
    rule: ONE_SAVE,
    world: "pages",
    script: [
      step("signsIn", { after: 7 }),
      step("savesName", { after: 7 }),
      step("opens", { tab: 1, after: 7 }),
      step("savesName"),
      step("savesName", { tab: 1, after: 7 }),
    ],
  },
  {
    fault: "an ended session takes what the user has typed",
    rule: "what a user has typed outlives a reload, and the end of a session",
    world: "pages",
    script: [
      step("signsIn", { after: 7 }),
      step("types"),
      step("revokes"),
      step("forcesToken", { after: 7 }),
    ],
  },
  {
    fault: "code that did not arrive is never fetched again",
    rule: "without faults, the code of an action arrives",
    world: "pages",
    script: [step("offline", { amount: 1 }), step("signsIn", { after: 8 })],
  },
  {
    fault: "the session of Google's SDK is removed before it is stored",
    rule: "a session of Google's SDK is not lost",
    world: "pages",
    script: [
      step("sdkSignsIn", { after: 5 }),
      step("storageAborts", { amount: 1 }),
      step("opens", { after: 5 }),
      step("crashes", { after: 5 }),
    ],
  },
  {
    fault: "a failed sign-out is not shown",
    rule: "a failed sign-out is shown to its user",
    world: "pages",
    script: [
      step("signsIn", { after: 7 }),
      step("offline", { amount: 1 }),
      step("opens", { tab: 1, after: 5 }),
      step("pressesSignOut", { tab: 1, after: 7 }),
    ],
  },
  {
    fault: "the session of Google's SDK is removed although it could not be stored",
    rule: "a session of Google's SDK is not lost",
    world: "pages",
    script: [
      step("sdkSignsIn", { after: 6 }),
      step("storageIsFull", { amount: 2 }),
      step("opens", { luck: 1, after: 7 }),
    ],
  },
  {
    fault: "the session of Google's SDK is removed although another page has stored one first",
    rule: "a session of Google's SDK is not lost",
    world: "pages",
    script: [
      step("signsIn"),
      step("opens", { luck: 714_009, after: 2 }),
      step("storageFails", { after: 5 }),
      step("sdkSignsIn"),
      step("opens", { tab: 2, luck: 7 }),
    ],
  },
  {
    fault: "a page writes before it has looked for a session of Google's SDK",
    rule: "rule 1: a session ends only by its owner or a definite refusal",
    world: "pages",
    script: [
      step("signsIn", { tab: 2, after: 8, luck: 16_634_185 }),
      step("sdkSignsIn", { tab: 2, after: 5, luck: 9_549_566 }),
      step("crashes", { tab: 2, luck: 4_837_754, moment: 4 }),
      step("signsOut", { tab: 3, after: 7, luck: 15_253_661 }),
      step("signsIn", { tab: 2, luck: 9_808_259 }),
      step("opens", { tab: 2, after: 2, luck: 16_237_057 }),
      step("storageFails", { tab: 2, after: 5, luck: 6_031_390 }),
    ],
  },
  {
    fault: "a page writes before it has looked for a session of Google's SDK",
    rule: "a session of Google's SDK is not lost",
    world: "pages",
    script: [
      step("sdkSignsIn", { moment: 9 }),
      step("signsIn"),
      step("storageIsSlow", { luck: 4_515_795, after: 7 }),
    ],
  },
];
