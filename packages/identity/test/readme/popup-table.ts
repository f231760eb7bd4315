import { IdentityError } from "../../src/errors/identity-error.ts";
import { type PopupEffect, type PopupEvent, type PopupState, transition } from "../../src/popup/lifecycle.ts";
import { START } from "../support/clock.ts";

export const PHASES = [
  "opening",
  "away",
  "severed",
  "closing",
  "presenting",
  "given-up",
] as const satisfies PopupState["phase"][];

const popupIn = (phase: PopupState["phase"], isForSession = false): PopupState => ({
  phase,
  dueAt: START,
  attempt: "own",
  providerId: "google.com",
  isForSession,
  pollMs: 2000,
  expiresAt: START + 600_000,
});

const url = "https://site.test/oauth/callback";
const look = { type: "looked", isDue: true, isClosed: true, hasFocus: true } as const;
const message = { type: "message", response: { attempt: "own", url }, isCurrent: true } as const;

/** Every event with its distinct cases. */
export const EVENTS: [name: string, event: PopupEvent, more?: { now?: number; isForSession?: boolean }][] = [
  ["authorized", { type: "authorized", isClosed: false }],
  ["authorized, reads as closed", { type: "authorized", isClosed: true }],
  ["failed", { type: "failed", error: new IdentityError("network-request-failed") }],
  ["looked, timer due: open", { ...look, isClosed: false }],
  ["looked, timer due: closed, focus elsewhere", { ...look, hasFocus: false }],
  ["looked, timer due: closed, focus here", look],
  ["looked, timer due: ten minutes are over", { ...look, isClosed: false }, { now: START + 600_000 }],
  ["looked, focus came back: open", { ...look, isDue: false, isClosed: false }],
  ["looked, focus came back: closed", { ...look, isDue: false }],
  ["message: of another popup", { ...message, response: { attempt: "other", url } }],
  ["message: own", message],
  ["message: own, another session since", { ...message, isCurrent: false }],
  ["presented", { type: "presented" }],
  ["canceled: a sign-in", { type: "canceled", isDone: false }],
  ["canceled: a sign-in that is shown already", { type: "canceled", isDone: true }],
  ["canceled: a link or a re-authentication", { type: "canceled", isDone: false }, { isForSession: true }],
];

const shown = (effect: PopupEffect): string => {
  if (effect.type !== "reject") return effect.type.replace("-", " ");
  return `reject ${typeof effect.reason === "string" ? `\`${effect.reason}\`` : "with it"}`;
};

const cell = (state: PopupState, event: PopupEvent, now: number): string => {
  const step = transition(state, event, now);
  const isSame = step.state.phase === state.phase;
  return [isSame ? "·" : `**${step.state.phase}**`, step.effects.map(shown).join(", ")]
    .filter(Boolean)
    .join(" ");
};

/** The popup's lifecycle as Markdown. */
export const popupTable = (): string =>
  [
    `| event | ${PHASES.join(" | ")} |`,
    `| --- | ${PHASES.map(() => "---").join(" | ")} |`,
    ...EVENTS.map(([name, event, { now = START, isForSession = false } = {}]) => {
      const cells = PHASES.map((phase) => cell(popupIn(phase, isForSession), event, now));
      return `| ${name} | ${cells.join(" | ")} |`;
    }),
  ].join("\n");
