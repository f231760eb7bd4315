import { type Scenario, step } from "./story.ts";

/** What a seed once reported of the browser although the code was right. */
export const FALSE_ALARMS: readonly Scenario[] = [
  {
    name: "the step ends after a refusal has ended the session, and before storage has removed it",
    world: "pages",
    script: [
      step("signsIn", { tab: 1, after: 8, luck: 12_301_989 }),
      step("disables", { tab: 2, after: 3, luck: 6_803_368 }),
      step("renames", { tab: 1, after: 4, luck: 15_834_513 }),
    ],
  },
  {
    name: "a page finds storage empty, which the user has cleared",
    world: "browser",
    script: [
      step("opens"),
      step("signsIn", { tab: 1, after: 5 }),
      step("clears", { after: 7 }),
      step("renames", { after: 7 }),
    ],
  },
  {
    name: "the service refuses a user whose sign-in waits for storage",
    world: "devices",
    script: [
      step("opens"),
      step("storageHangs", { amount: 1 }),
      step("signsIn", { after: 3 }),
      step("disables", { after: 6 }),
    ],
  },
  {
    name: "a broken proxy exchanges the only user's token",
    world: "devices",
    script: [
      step("tokensAreShort", { amount: 3 }),
      step("signsIn"),
      step("mixesUp", { amount: 3, after: 8 }),
    ],
  },
  {
    name: "an exchange begins just before the tabs are compared",
    world: "releases",
    script: [
      step("tokensAreShort", { amount: 4 }),
      step("signsIn", { tab: 2 }),
      step("opens", { tab: 1, after: 7 }),
      step("opens"),
      step("opens", { after: 6 }),
      step("calms", { after: 2 }),
    ],
  },
  {
    name: "a user signs in on slow storage, and then on a page of Google's SDK",
    world: "pages",
    script: [
      step("signsIn", { tab: 1, moment: 5 }),
      step("sdkSignsIn", { moment: 3 }),
      step("storageIsSlow", { amount: 3 }),
      step("savesName", { tab: 1, luck: 2_948_021, after: 7 }),
    ],
  },
  {
    name: "a sign-out is noted before the page shows the session that it names",
    world: "documents",
    script: [
      step("signsIn", { tab: 3, who: 1, after: 6, luck: 12_432_207, device: 1 }),
      step("saves", { tab: 1, after: 7, luck: 9_334_935, device: 1 }),
      step("opens", { tab: 2, after: 6, luck: 7_562_955, device: 1 }),
      step("signsOut", { tab: 3, luck: 8_156_405, device: 1 }),
      step("connectionsHang", { tab: 2, luck: 463_438, device: 1 }),
      step("signsIn", { tab: 2, luck: 14_924_856, device: 1 }),
      step("calms", { tab: 1, amount: 1, luck: 6_969_841, after: 4, device: 1 }),
      step("signsOut", { tab: 1, who: 1, luck: 327_408, device: 1 }),
    ],
  },
  {
    name: "a tab freezes before it stores its new tokens, which are still good when it wakes",
    world: "popups",
    script: [
      step("signsIn", { tab: 2, after: 5, luck: 14_805_460 }),
      step("offline", { tab: 1, who: 1, amount: 4, luck: 661_177, moment: 2 }),
      step("freezes", { amount: 3, luck: 9_822_715, moment: 2 }),
      step("opens", { tab: 1, after: 10, luck: 16_167_136 }),
      step("opens", { tab: 1, after: 10, luck: 7_349_802 }),
    ],
  },
  {
    name: "a session that storage has refused is stored after its page has given an exchange up",
    world: "devices",
    script: [
      step("storageIsSlow", { tab: 2, amount: 2, luck: 16_436_418, moment: 5 }),
      step("becomesVisible", { tab: 3, after: 6, luck: 11_391_887 }),
      step("signsIn", { after: 6, luck: 1_649_678 }),
      step("goesBack", { amount: 1, luck: 11_386_930, moment: 1 }),
      step("forcesToken", { after: 8, luck: 12_389_367 }),
    ],
  },
  {
    name: "a page gives its exchange up, and storage has taken its session without an answer",
    world: "pages",
    script: [
      step("pressesSignOut", { tab: 3, amount: 1, after: 7, luck: 10_103_861 }),
      step("signsIn", { after: 7, luck: 4_443_499 }),
      step("freezes", { tab: 3, who: 1, amount: 1, luck: 7 }),
      step("pressesSignOut", { tab: 1, after: 7, luck: 4_458_113 }),
      step("storageIsSlow", { tab: 1, who: 1, amount: 3, after: 8, luck: 22 }),
      step("opens", { tab: 2, after: 7, luck: 8_758_665 }),
      step("signsIn", { tab: 1, after: 6, luck: 12_861_382 }),
      step("goesBack", { tab: 1, amount: 1, luck: 9_398_134, moment: 1 }),
      step("forcesToken", { tab: 1, after: 8, luck: 6_513_742 }),
    ],
  },
  {
    name: "the user clears the site's data as a page of Google's SDK opens its database",
    world: "pages",
    script: [step("sdkSignsIn", { luck: 31_676 }), step("clears", { after: 5 })],
  },
  {
    name: "a sign-in that waits on slow storage replaces a session of Google's SDK",
    world: "pages",
    script: [
      step("sdkSignsIn", { moment: 9 }),
      step("goesBack", { amount: 2, moment: 10 }),
      step("signsIn", { luck: 2_784_169 }),
      step("storageIsSlow", { amount: 4, after: 7 }),
    ],
  },
  {
    name: "two tabs take the lock of a frozen tab in the same millisecond, and both fail without a network",
    world: "devices",
    script: [
      step("signsOut", { after: 8, luck: 11_350_137 }),
      step("opens", { tab: 3, luck: 11_473_919 }),
      step("signsIn", { who: 1, after: 8, luck: 121_773, device: 1 }),
      step("signsIn", { tab: 1, after: 6, luck: 7_976_382 }),
      step("signsIn", { tab: 2, after: 5, luck: 1_786_651 }),
      step("closes", { tab: 2, after: 6, luck: 5_985_444 }),
      step("forcesToken", { tab: 3, after: 1, luck: 12_506_923, device: 1 }),
      step("signsIn", { tab: 2, after: 5, luck: 8_709_097, device: 1 }),
      step("opens", { tab: 1, after: 10, luck: 15_763_394, device: 1 }),
      step("offline", { tab: 1, amount: 4, luck: 7_143_918, moment: 2, device: 1 }),
      step("freezes", { amount: 4, luck: 13_393_469, moment: 2, device: 1 }),
      step("opens", { tab: 1, after: 10, luck: 5_943_499, device: 1 }),
    ],
  },
  {
    name: "storage begins to fail after a page has given its exchange up",
    world: "browser",
    script: [
      step("signsIn", { tab: 3, after: 6, luck: 12_372_590 }),
      step("signsIn", { tab: 1, after: 6, luck: 3_007_121 }),
      step("goesBack", { tab: 1, amount: 1, luck: 3_583_346, moment: 1 }),
      step("forcesToken", { tab: 1, after: 8, luck: 535_214, moment: 5 }),
      step("signsIn", { tab: 1, after: 6, luck: 6_649_671 }),
      step("storageAborts", { tab: 1, amount: 3, luck: 4_303_610 }),
      step("renames", { tab: 1, after: 6, luck: 459_757 }),
    ],
  },
  {
    name: "a step that waits for a moment comes due as all faults end",
    script: [
      step("signsIn", { after: 5 }),
      step("unavailable", { amount: 4, moment: 3 }),
      step("sleeps", { amount: 4, after: 10, moment: 2 }),
      step("calms"),
    ],
  },
  {
    name: "the machine sleeps between the failure of an exchange and the freeze of its page",
    script: [
      step("signsIn"),
      step("unavailable", { amount: 4 }),
      step("opens", { tab: 1, after: 5 }),
      step("sleeps", { amount: 2, moment: 3 }),
      step("freezes", { amount: 4, luck: 6_735_711, after: 10, moment: 3 }),
    ],
  },
  {
    name: "an exchange fails whose tokens another tab has replaced meanwhile",
    script: [
      step("signsIn"),
      step("offline", { amount: 4 }),
      step("offline", { moment: 1 }),
      step("freezes", { amount: 4, after: 5, moment: 1 }),
      step("forcesToken"),
      step("opens", { tab: 1, after: 10 }),
      step("offline", { amount: 4, after: 10, moment: 3 }),
    ],
  },
  // The local services gave a read the time of the commit after it, and a tab took what it had read for the newest.
  {
    name: "a document is read and written in one millisecond",
    world: "pages",
    script: [
      step("opens", { tab: 3, after: 2, luck: 13_002_625 }),
      step("sdkSignsIn", { tab: 3, luck: 970_528 }),
      step("opens", { tab: 1, after: 6, luck: 5_443_203 }),
      step("sdkSignsIn", { tab: 1, after: 6, luck: 1_053_095 }),
      step("changesPassword", { after: 7, luck: 8_178_956 }),
      step("signsIn", { tab: 2, after: 1, luck: 1_767_412 }),
      step("signsOut", { tab: 1, after: 7 }),
      step("savesName", { luck: 13_145_209 }),
      step("calms", { tab: 2, after: 3, luck: 14_483_078 }),
    ],
  },
];
