import type { Popup, World } from "../session/world.ts";

/** The popup's own clock. Its lifecycle compares times only with the end of its ten minutes. */
export const EARLY = 1000;
const EXPIRY = 600_000;
const POLL_MS = 2000;

export const popupsOf = ({ popups }: World, place: number): Popup[] =>
  popups.filter(({ tab }) => tab === place);

const dueIn = (phase: Popup["state"]["phase"]): number =>
  phase === "presenting" || phase === "given-up" || phase === "over" ? EXPIRY : EARLY + POLL_MS;

/** Each popup of a browser has its own attempt. */
let attempts = 0;

export const newPopup = (
  tab: number,
  isForSession: boolean,
  attempt: string,
  phase: Popup["state"]["phase"] = "opening",
): Popup => {
  attempts += 1;
  return {
    tab,
    state: {
      phase,
      dueAt: dueIn(phase),
      attempt: `popup-${attempts}`,
      providerId: "google.com",
      isForSession,
      pollMs: POLL_MS,
      expiresAt: EXPIRY,
    },
    attempt,
    generation: undefined,
    isKnown: false,
    hasChanged: false,
    window: "ours",
    isCut: false,
    inbox: [],
    hasAnswered: false,
    hasPresented: false,
    isSettled: false,
    isRevoked: false,
  };
};
