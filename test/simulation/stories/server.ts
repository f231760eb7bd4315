import { type Story, step } from "./story.ts";

/** With a server that keeps sessions, or the whole server. */
export const SERVER_STORIES: readonly Story[] = [
  {
    fault: "a released token can be fetched for a minute only",
    rule: "the server ends a session only for a reason",
    world: "server",
    script: [
      step("signsIn", { device: 1, luck: 207_230 }),
      step("serverSwitches", { device: 0, luck: 12_228_305 }),
      step("opens", { after: 5, device: 0, luck: 5_903_417 }),
      step("losesResponses", { amount: 3, device: 1, luck: 4_222_399 }),
      step("opens", { tab: 1, after: 7, device: 1, luck: 11_255_931 }),
    ],
  },
  {
    fault: "a released token is thrown away when its exchange fails",
    rule: "a released token is asked for once",
    world: "server",
    script: [
      step("signsIn", { after: 6, device: 1 }),
      step("serverSwitches", { after: 5, device: 1 }),
      step("mixesUp", { amount: 2, device: 1 }),
      step("forcesToken", { after: 8, device: 1 }),
    ],
  },
  {
    fault: "a client without custody sends the handle to Google",
    rule: "a handle goes to the site's server only",
    world: "server",
    script: [
      step("signsIn", { after: 6, device: 1 }),
      step("opensFromBefore", { tab: 1, after: 3, device: 1 }),
      step("forcesToken", { tab: 1, after: 6, device: 1 }),
    ],
  },
  {
    fault: "a sign-in that another one has replaced is handed over",
    rule: "a sign-in that the user no longer wants is not handed over",
    world: "server",
    script: [
      step("opens", { after: 5, device: 1 }),
      step("signsIn", { after: 3, device: 1 }),
      step("signsIn", { who: 1, after: 6, device: 1 }),
    ],
  },
  {
    fault: "a frozen page goes on with its hand-over",
    rule: "the server holds no session that its browser has left",
    world: "server",
    script: [
      step("opens", { after: 5, device: 1 }),
      step("opens", { tab: 1, after: 5, device: 1 }),
      step("freezes", { amount: 3, moment: 7, device: 1 }),
      step("signsIn", { after: 8, device: 1 }),
      step("signsIn", { tab: 1, who: 1, after: 9, device: 1 }),
    ],
  },
  {
    fault: "new tokens whose hand-over failed are dropped",
    rule: "new tokens of a session reach its server",
    world: "server",
    script: [
      step("signsIn", { after: 6, device: 1 }),
      step("losesRequests", { amount: 0, moment: 6, device: 1 }),
      step("changesPassword", { after: 6, device: 1 }),
      step("forcesToken", { after: 8, device: 1 }),
    ],
  },
  {
    fault: "a sign-out does not end the session on the server",
    rule: "a sign-out waits for the site's server",
    world: "server",
    script: [step("signsIn", { after: 6, device: 1 }), step("signsOut", { after: 8, device: 1 })],
  },
  {
    fault: "another user's tokens are handed over",
    rule: "the server ends a session only for a reason",
    world: "server",
    script: [
      step("storeIsAway", { moment: 1, device: 0, luck: 393_899 }),
      step("opens", { after: 6, device: 0, luck: 3_205_407 }),
      step("mixesUp", { amount: 4, device: 0, luck: 1_252_174 }),
      step("changesPassword", { tab: 1, moment: 3, device: 0, luck: 15_851_315 }),
      step("signsIn", { tab: 1, after: 8, device: 0, luck: 15_542_292 }),
    ],
  },
  {
    fault: "tokens that Google refuses before their hand-over leave the session on the server",
    rule: "the server holds no session that its browser has left",
    world: "server",
    script: [
      step("signsIn", { after: 8, device: 1 }),
      step("losesResponses", { moment: 6, device: 1 }),
      step("changesPassword", { after: 6, device: 1 }),
      step("disables", { device: 1 }),
      step("opens", { after: 9, device: 1 }),
    ],
  },
  // The site keeps sessions on its server now. The tab that opens moves the session there, and the first one signs out.
  {
    fault: "a move whose exchange was aborted leaves its session on the server",
    rule: "the server holds no session that its browser has left",
    world: "server",
    script: [
      step("serverSwitches", { after: 6, device: 1 }),
      step("signsIn", { after: 6, device: 1 }),
      step("serverSwitches", { after: 6, device: 1 }),
      step("signsOut", { moment: 7, device: 1 }),
      step("opens", { tab: 1, after: 8, device: 1 }),
    ],
  },
  {
    fault: "tokens that were handed over for an ended session stay on the server",
    rule: "the server holds no session that its browser has left",
    world: "server",
    script: [
      step("serverSwitches", { after: 6, device: 1 }),
      step("signsIn", { after: 6, device: 1 }),
      step("serverSwitches", { after: 6, device: 1 }),
      step("messagesLate", { amount: 2, device: 1 }),
      step("signsOut", { moment: 7, device: 1 }),
      step("opens", { tab: 1, after: 8, device: 1 }),
    ],
  },
  {
    fault: "a sign-out ends on the server only the session that its tab has seen",
    rule: "the server holds no session that its browser has left",
    world: "server",
    script: [
      step("serverSwitches", { after: 6, device: 1 }),
      step("signsIn", { after: 6, device: 1 }),
      step("serverSwitches", { after: 6, device: 1 }),
      step("signsOut", { moment: 4, device: 1 }),
      step("opens", { tab: 1, after: 8, device: 1 }),
    ],
  },
  {
    fault: "a browser that got its short cookie late counts as having lost its key",
    rule: "the server ends a session only for a reason",
    world: "server",
    script: [
      step("signsIn", { tab: 1, device: 0, luck: 7_679_313 }),
      step("opens", { after: 9, device: 0, luck: 14_063_995 }),
      step("signsIn", { moment: 5, device: 0, luck: 2_463_955 }),
      step("daysPass", { moment: 8, device: 0, luck: 11_453_758 }),
      step("daysPass", { after: 9, device: 0, luck: 15_253_508 }),
    ],
  },
  // The page that asks first is gone while the other process still exchanges, and the shared token is the held one.
  {
    fault: "the caller's own token is returned again",
    rule: "an exchange brings another token",
    world: "server",
    script: [
      step("tokensAreShort", { amount: 4, device: 1 }),
      step("signsIn", { who: 1, after: 5, device: 1 }),
      step("opens", { tab: 1, after: 7, device: 1 }),
      step("googleIsSlow", { amount: 1, device: 1 }),
      step("forcesToken", { after: 5, luck: 4, device: 1 }),
      step("crashes", { device: 1 }),
      step("forcesToken", { tab: 1, luck: 9, after: 8, device: 1 }),
    ],
  },
  {
    fault: "a sign-out does not wait for its end on the server",
    rule: "a sign-out waits for the site's server",
    world: "server",
    script: [step("signsIn", { after: 6, device: 1 }), step("signsOut", { after: 6, device: 1 })],
  },
  {
    fault: "a session that ends during its exchange gets the new token",
    rule: "a session that ends during its exchange gets no tokens",
    world: "server",
    script: [
      step("signsIn", { after: 6, device: 1, luck: 9_211_211 }),
      step("signsIn", { after: 6, device: 0, luck: 9_588_735 }),
      step("googleIsSlow", { amount: 2, device: 1, luck: 13_648_347 }),
      step("forcesToken", { after: 5, device: 1, luck: 1_426_316 }),
      step("endsOthers", { after: 8, device: 0, luck: 9_228_944 }),
    ],
  },
  {
    fault: "a sign-out of two sessions waits for the end of one",
    rule: "a sign-out waits for the site's server",
    world: "server",
    script: [
      step("signsIn", { after: 7, device: 1 }),
      step("serverSwitches", { after: 7, device: 1 }),
      step("signsOut", { moment: 3, luck: 1, device: 1 }),
      step("forcesToken", { luck: 1, after: 8, device: 1 }),
    ],
  },
];
