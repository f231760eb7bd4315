import { type Action, msOf, type Row, type Scene, tabOf } from "./actions.ts";
import type { Purpose } from "./attempts.ts";
import { KINDS } from "./kinds.ts";
import type { Person } from "./people.ts";
import type { Popups, Wish } from "./popups.ts";

const wishOf = (action: Action, person: Person, purpose: Purpose): Wish => ({
  person,
  purpose,
  answerMs: msOf(action),
});
const opens =
  (purpose: Purpose): Row["perform"] =>
  (scene, action, person) =>
    scene.popups?.open(tabOf(scene, action), wishOf(action, person, purpose));
const leaves =
  (purpose: Purpose): Row["perform"] =>
  (scene, action, person) =>
    scene.popups?.redirect(tabOf(scene, action), wishOf(action, person, purpose));

/** For a time, windows behave in another way. */
const windows =
  (change: "setBlocking" | "setRepeating"): Row["perform"] =>
  ({ profile, scheduler }, action) => {
    profile.windows[change](true);
    scheduler.after(msOf(action), () => profile.windows[change](false));
  };
const acts =
  (act: (popups: Popups) => void): Row["perform"] =>
  ({ popups }) =>
    popups && act(popups);
/** A step of another kind, while Google checks the next answer. */
const duringCheck =
  (row: Row): Row["perform"] =>
  (scene, action, person) =>
    scene.popups?.atCheck("sent", () => row.perform(scene, action, person));
const inTab =
  (act: (popups: Popups, tab: ReturnType<typeof tabOf>) => void): Row["perform"] =>
  (scene: Scene, { tab }) => {
    const open = scene.profile.tabs.get(tab);
    if (scene.popups && open && !open.page.isFrozen) act(scene.popups, open);
  };

/** Long enough to be stored. */
const STAYS_MS = 10_000;

/** A link or a re-authentication with a person's account, which need not be that of the user who is signed in. */
const accountText =
  (does: string, way: "popup" | "redirect"): Row["text"] =>
  (tab, person, duration) =>
    `in ${tab}, the user ${does} ${person}’s account by ${way}, and answers after ${duration}`;

/** The steps of a world with sign-ins by popup and by redirect. A person looks at the provider's page for a time. */
export const POPUP_KINDS = {
  popsUp: {
    weight: 20,
    text: (tab, person, duration) => `in ${tab}, ${person} signs in by popup, and answers after ${duration}`,
    perform: opens("sign-in"),
  },
  linksByPopup: {
    weight: 8,
    text: accountText("links", "popup"),
    perform: opens("link"),
  },
  provesByPopup: {
    weight: 8,
    text: accountText("proves the identity with", "popup"),
    perform: opens("reauthenticate"),
  },
  cancelsPopup: {
    weight: 6,
    text: () => "the user presses “Cancel” for the last popup",
    perform: acts((popups) => popups.cancel()),
  },
  cancelsDuringCheck: {
    weight: 6,
    text: (_, person) =>
      person === "Alice"
        ? "the user presses “Cancel” while Google checks the next answer"
        : "the user presses “Cancel” once Google has checked the next answer",
    perform: ({ popups }, { who }) => popups?.atCheck(who === 0 ? "sent" : "received", popups.cancel),
  },
  signsInAndOut: {
    weight: 5,
    text: (tab, person) => `in ${tab}, ${person} signs in, and out after 10 s`,
    perform: (scene, action, person) => {
      KINDS.signsIn.perform(scene, action, person);
      scene.scheduler.after(STAYS_MS, () => KINDS.signsOut.perform(scene, action));
    },
  },
  signsInDuringCheck: {
    weight: 8,
    text: (tab, person) => `while Google checks the next answer, ${person} signs in in ${tab}`,
    perform: duringCheck(KINDS.signsIn),
  },
  signsOutDuringCheck: {
    weight: 2,
    text: (tab) => `while Google checks the next answer, the user signs out in ${tab}`,
    perform: duringCheck(KINDS.signsOut),
  },
  closesPopup: {
    weight: 10,
    text: () => "the user closes the last popup",
    perform: acts((popups) => popups.close()),
  },
  answers: {
    weight: 6,
    text: () => "the user answers at the last provider’s page",
    perform: acts((popups) => popups.answer("allow")),
  },
  declines: {
    weight: 2,
    text: () => "the user declines at the last provider’s page",
    perform: acts((popups) => popups.answer("deny")),
  },
  forgesAnswer: {
    weight: 4,
    text: () => "a script says an answer for the last popup",
    perform: acts((popups) => popups.forge()),
  },
  intrudes: {
    weight: 4,
    text: () => "a page in the last provider’s window leads to the callback page with a stranger’s tokens",
    perform: acts((popups) => popups.intrude()),
  },
  repeatsAnswers: {
    weight: 4,
    text: (_, __, duration) => `for ${duration}, callback pages say their answers twice`,
    perform: windows("setRepeating"),
  },
  cutsPopups: {
    weight: 8,
    text: (_, person) =>
      `the provider’s opener policy ${person === "Alice" ? "cuts popups off" : "leaves popups connected"}`,
    perform: ({ profile }, { who }) => profile.windows.setCutting(who === 0),
  },
  blocksPopups: {
    weight: 2,
    text: (_, __, duration) => `the browser blocks popups for ${duration}`,
    perform: windows("setBlocking"),
  },
  leaves: {
    weight: 8,
    text: (tab, person, duration) =>
      `in ${tab}, ${person} signs in by redirect, and answers after ${duration}`,
    perform: leaves("sign-in"),
  },
  leavesToLink: {
    weight: 2,
    text: accountText("links", "redirect"),
    perform: leaves("link"),
  },
  leavesToProve: {
    weight: 2,
    text: accountText("proves the identity with", "redirect"),
    perform: leaves("reauthenticate"),
  },
  followsForeign: {
    weight: 3,
    text: (tab) => `in ${tab}, the user follows a stranger’s link to the callback page`,
    perform: inTab((popups, tab) => void popups.followForeign(tab)),
  },
  reloads: {
    weight: 6,
    text: (tab) => `${tab} loads again`,
    perform: ({ profile }, { tab }) => {
      const open = profile.tabs.get(tab);
      if (open) profile.reload(open);
    },
  },
} satisfies Record<string, Row>;
