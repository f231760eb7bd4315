import { type Story, step } from "./story.ts";

/** With documents that pages follow. */
export const DOCUMENTS_STORIES: readonly Story[] = [
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
];
