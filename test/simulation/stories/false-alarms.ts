import { type Scenario, step } from "./story.ts";

/** What a seed once reported although the code was right. */
export const FALSE_ALARMS: readonly Scenario[] = [
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
    name: "the server closes its connection to a silent mail server, and the address unsubscribes",
    world: "site",
    script: [
      step("subscribes", { after: 8 }),
      step("unsubscribes", { after: 8 }),
      step("mailIsSilent", { amount: 4 }),
      step("subscribes", { after: 9 }),
      step("unsubscribes", { after: 10 }),
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
    name: "every machine sleeps while the servers open their database",
    world: "site",
    script: [step("opens"), step("sleeps", { amount: 4 })],
  },
  {
    name: "every machine sleeps while a bot's requests wait for the database",
    world: "site",
    script: [step("floods", { after: 3 }), step("sleeps", { amount: 2, after: 7 })],
  },
  {
    name: "every machine sleeps before the servers count a bot's requests",
    world: "site",
    script: [step("opens"), step("floods", { after: 1 }), step("sleeps", { amount: 4 })],
  },
  {
    name: "a page hands a changed password's tokens over for a session that Google refused before a later sign-in",
    world: "server",
    script: [
      step("signsIn", { after: 6 }),
      { ...step("changesPassword"), luck: 11 },
      { ...step("signsIn", { tab: 1, after: 6 }), luck: 87_109 },
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
    name: "a user signs out in a tab that has not heard of the server's refusal",
    world: "server",
    script: [
      step("losesResponses", { amount: 4, moment: 3, device: 1 }),
      step("signsIn", { after: 8, device: 1 }),
      step("daysPass", { moment: 4, device: 1 }),
      step("changesPassword", { device: 1 }),
      step("losesResponses", { device: 1 }),
      step("opens", { after: 8, device: 0 }),
      step("opens", { tab: 1, device: 1 }),
      step("opens", { after: 8, device: 0 }),
      step("signsOut", { device: 1 }),
    ],
  },
  {
    name: "a tab waits for a frozen one before it can hand its new tokens over",
    world: "server",
    script: [
      step("forcesToken", { tab: 3, after: 8, luck: 8_320_601, device: 1 }),
      step("opens", { after: 5, luck: 15_232_360, device: 1 }),
      step("forcesToken", { tab: 2, after: 8, luck: 8_255_690, device: 1 }),
      step("serverSwitches", { tab: 3, after: 7, luck: 6_371_421, device: 1 }),
      step("signsIn", { tab: 3, after: 6, luck: 10_702_143, device: 1 }),
      step("freezes", { tab: 2, amount: 3, luck: 4_984_586, moment: 7, device: 1 }),
      step("signsIn", { tab: 2, after: 7, luck: 8_999_922, device: 1 }),
      step("signsIn", { tab: 3, who: 1, after: 8, luck: 962_760, device: 1 }),
    ],
  },
  {
    name: "an exchange fails between the response of a change and its tokens in storage",
    world: "server",
    script: [
      step("signsIn", { after: 6, luck: 13_892_660, device: 1 }),
      step("changesPassword", { tab: 3, after: 6, luck: 6_475_444, device: 0 }),
      step("forcesToken", { tab: 3, after: 5, luck: 16_674_067, device: 1 }),
      step("storeIsAway", { tab: 2, luck: 6_394_552, moment: 1, device: 0 }),
      step("opens", { tab: 2, after: 6, luck: 16_764_681, device: 0 }),
      step("mixesUp", { tab: 2, amount: 4, luck: 3_108_306, device: 0 }),
      step("changesPassword", { tab: 3, luck: 10_778_519, moment: 3, device: 0 }),
      step("opensFromBefore", { who: 1, amount: 4, luck: 15_848_241, device: 0 }),
      step("signsIn", { tab: 3, after: 8, luck: 15_878_823, device: 0 }),
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
];
