import { type Story, step } from "./story.ts";

/** With pages, people, networks and popups only. */
export const SESSIONS_STORIES: readonly Story[] = [
  {
    fault: "forced refreshes have no back-off",
    rule: "rule 2: each exchange has a reason",
    script: [
      step("signsIn", { after: 6 }),
      step("forcesToken", { after: 6 }),
      step("forcesToken", { after: 6 }),
      step("forcesToken", { after: 6 }),
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
    fault: "a session that ends after a proof of identity counts as another person's account",
    rule: "a popup's outcome has its reason",
    world: "popups",
    script: [
      step("popsUp", { who: 1 }),
      step("opens", { after: 9 }),
      step("provesByPopup", { tab: 2, who: 1 }),
      step("revokes", { who: 1, after: 7, moment: 4 }),
    ],
  },
  {
    fault: "an exchange forgets its forced refresh if storage is read meanwhile",
    rule: "rule 2: each exchange has a reason",
    script: [
      step("signsIn", { after: 8 }),
      step("forcesToken", { after: 9 }),
      step("becomesVisible"),
      step("forcesToken", { after: 6 }),
      step("forcesToken", { after: 6 }),
    ],
  },
  {
    fault: "an exchange that the page gives up counts as a failure",
    rule: "an exchange that its page gives up is no failure",
    script: [
      step("signsIn", { after: 6 }),
      step("goesBack", { moment: 1, amount: 1 }),
      step("forcesToken", { after: 8 }),
    ],
  },
  {
    fault: "the seconds that a service asks for count as milliseconds",
    rule: "rule 2: each exchange has a reason",
    script: [step("signsIn", { after: 6 }), step("busy", { amount: 2 }), step("forcesToken", { after: 9 })],
  },
  {
    fault: "a refusal counts after later exchanges",
    rule: "rule 1: a session ends only by its owner or a definite refusal",
    script: [
      step("signsIn", { after: 6 }),
      step("refusesOneToken"),
      step("looksUp", { after: 7 }),
      step("forcesToken", { after: 9 }),
      step("refusesOneToken"),
      step("looksUp", { after: 7 }),
    ],
  },
  // Tab 4 freezes as its exchange fails, and stores the failure when it wakes.
  {
    fault: "a failure is stored over later ones of other tabs",
    rule: "rule 2: each exchange has a reason",
    world: "server",
    script: [
      step("signsIn", { tab: 3 }),
      step("opens", { after: 9 }),
      step("offline", { amount: 4 }),
      step("freezes", { tab: 3, amount: 4, moment: 2 }),
      step("opens", { after: 10 }),
      step("unavailable", { amount: 4 }),
      step("opens", { after: 10 }),
    ],
  },
  // Tab 2 freezes during its exchange, which fails as it wakes. The other tab has failed twice meanwhile.
  {
    fault: "a failure is stored over later ones of other tabs",
    rule: "rule 2: each exchange has a reason",
    script: [
      step("signsIn"),
      step("opens", { tab: 1 }),
      step("offline", { amount: 4, moment: 3 }),
      step("freezes", { tab: 1, amount: 3, after: 10, moment: 1 }),
    ],
  },
  // A tab wakes with tokens that have expired, and storage refuses them. The other one waits after many failures.
  {
    fault: "a session that storage has refused forgets later failures of other tabs",
    rule: "rule 2: each exchange has a reason",
    script: [
      step("signsIn"),
      step("opens", { tab: 2 }),
      step("freezes", { tab: 2, amount: 3, moment: 1 }),
      step("freezes", { amount: 4, moment: 2 }),
      step("opens", { luck: 7, after: 10 }),
      step("opens", { after: 9 }),
      step("unavailable", { amount: 4, after: 10 }),
    ],
  },
  // Two tabs get no network while the tab with new tokens is frozen. They expire before it stores them.
  {
    fault: "tokens that expired before their page received them count as good",
    rule: "rule 2: each exchange has a reason",
    script: [
      step("signsIn", { tab: 2, after: 5 }),
      step("opens", { tab: 1, after: 10 }),
      step("offline", { tab: 1, amount: 4, moment: 2 }),
      step("freezes", { amount: 4, luck: 14_621_843, moment: 2 }),
      step("opens", { tab: 1, after: 10 }),
      step("unavailable", { tab: 1, amount: 4, moment: 2 }),
      step("opens", { tab: 1, after: 10 }),
    ],
  },
  {
    fault: "a page that keeps sessions in the browser leaves a refused one on the server",
    rule: "the server holds no session that its browser has left",
    world: "server",
    script: [
      step("serverSwitches", { after: 7, device: 1, luck: 16_499_582 }),
      step("becomesVisible", { tab: 2, after: 8, device: 1, luck: 13_152_434 }),
      step("tokensAreShort", { tab: 2, amount: 4, device: 1, luck: 11_999_629 }),
      step("signsIn", { after: 7, device: 1, luck: 14_387_757 }),
      step("serverSwitches", { after: 7, device: 1, luck: 9_791_337 }),
      step("losesResponses", { tab: 2, moment: 6, device: 1, luck: 2_881_190 }),
      step("forcesToken", { tab: 2, after: 4, device: 1, luck: 15_051_360 }),
      step("closes", { tab: 2, device: 1, luck: 15_218_690 }),
      step("signsIn", { tab: 2, after: 7, device: 1, luck: 15_260_789 }),
      step("storeIsAway", { tab: 2, amount: 2, device: 1, luck: 132_216 }),
      step("changesPassword", { tab: 2, after: 6, device: 1, luck: 4_397_313 }),
      step("revokes", { tab: 2, after: 5, device: 1, luck: 11_060_605 }),
    ],
  },
];
