import type { Mutation } from "../mutation.ts";

const FILE = "popup/lifecycle.ts";

const FAULTS: readonly Mutation[] = [
  { name: "an answer counts although the user has signed in or out since", rule: "asksForTheSession" },
  { name: "a session that came and went is forgotten", rule: "remembersChanges" },
  { name: "two popups of a tab wait at once", rule: "hasOnePopup" },
  { name: "a cancel leaves the answer that Google checks alive", rule: "discards" },
  { name: "a link's tokens go to whoever is signed in", rule: "linksOwnUser" },
  {
    name: "a popup takes another popup's answer",
    file: FILE,
    find: "event.attempt !== state.attempt || ",
    replace: "",
  },
  {
    name: "a popup sends a second answer to Google",
    file: FILE,
    find: 'phase === "opening" || phase === "presenting") return stay;',
    replace: 'phase === "opening") return stay;',
  },
  {
    name: "a popup takes an answer before it has left for the provider",
    file: FILE,
    find: 'phase === "opening" || phase === "presenting") return stay;',
    replace: 'phase === "presenting") return stay;',
  },
  {
    name: "an answer of an earlier session is sent to Google",
    file: FILE,
    find: "if (!event.isCurrent)",
    replace: "if (false)",
  },
  {
    name: "a cancel ends a sign-in that is shown already",
    file: FILE,
    find: "state.isForSession || event.isDone\n",
    replace: "state.isForSession\n",
  },
  {
    name: "a canceled popup still takes its answer",
    file: FILE,
    find: 'if (phase !== "presenting") return endPopup("cancelled-popup-request");',
    replace: 'if (phase !== "presenting") return giveUp();',
  },
  {
    name: "a popup that was given up never ends",
    file: FILE,
    find: 'return event.isDue ? enterPhase("over", [STOP]) : stay;',
    replace: "return stay;",
  },
  {
    name: "a closed window is not noticed",
    file: FILE,
    find: 'return phase === "closing" ? giveUp() : enterPhase("closing", [], now + GRACE_MS);',
    replace: 'return enterPhase("closing", [], now + GRACE_MS);',
  },
];

/** Faults of the popup's lifecycle, and of its runner as the model represents it. */
export const POPUP_MUTATIONS: readonly Mutation[] = FAULTS.map((fault) => ({ ...fault, isOfPopups: true }));
