import { type Action, msOf, type Row, row, tabOf } from "./actions.ts";
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

const acts =
  (act: (popups: Popups) => void): Row["perform"] =>
  ({ popups }) =>
    popups && act(popups);
/** A step of another kind, while Google checks the next answer. */
const duringCheck =
  (row: Row): Row["perform"] =>
  (scene, action, person) =>
    scene.popups?.atCheck("sent", () => row.perform(scene, action, person));
/** Long enough to be stored. */
const STAYS_MS = 10_000;

/** A link or a re-authentication with a person's account, which need not be that of the user who is signed in. */
const accountText = (does: string, way: "popup" | "redirect") =>
  `in {tab}, the user ${does} {person}’s account by ${way}, and answers after {duration}`;

/** The steps of a world with sign-ins by popup and by redirect. A person looks at the provider's page for a time. */
export const POPUP_KINDS = {
  popsUp: row(20, "in {tab}, {person} signs in by popup, and answers after {duration}", opens("sign-in")),
  linksByPopup: row(8, accountText("links", "popup"), opens("link")),
  provesByPopup: row(8, accountText("proves the identity with", "popup"), opens("reauthenticate")),
  cancelsPopup: row(
    6,
    "the user presses “Cancel” for the last popup",
    acts((popups) => popups.cancel()),
  ),
  cancelsDuringCheck: row(
    6,
    [
      "the user presses “Cancel” while Google checks the next answer",
      "the user presses “Cancel” once Google has checked the next answer",
    ],
    ({ popups }, { who }) => popups?.atCheck(who === 0 ? "sent" : "received", popups.cancel),
  ),
  signsInAndOut: row(5, "in {tab}, {person} signs in, and out after 10 s", (scene, action, person) => {
    KINDS.signsIn.perform(scene, action, person);
    scene.scheduler.after(STAYS_MS, () => KINDS.signsOut.perform(scene, action));
  }),
  signsInDuringCheck: row(
    8,
    "while Google checks the next answer, {person} signs in in {tab}",
    duringCheck(KINDS.signsIn),
  ),
  signsOutDuringCheck: row(
    2,
    "while Google checks the next answer, the user signs out in {tab}",
    duringCheck(KINDS.signsOut),
  ),
  closesPopup: row(
    10,
    "the user closes the last popup",
    acts((popups) => popups.close()),
  ),
  answers: row(
    6,
    "the user answers at the last provider’s page",
    acts((popups) => popups.answer("allow")),
  ),
  declines: row(
    2,
    "the user declines at the last provider’s page",
    acts((popups) => popups.answer("deny")),
  ),
  forgesAnswer: row(
    4,
    "a script says an answer for the last popup",
    acts((popups) => popups.forge()),
  ),
  intrudes: row(
    4,
    "a page in the last provider’s window leads to the callback page with a stranger’s tokens",
    acts((popups) => popups.intrude()),
  ),
  repeatsAnswers: row(
    4,
    "for {duration}, callback pages say their answers twice",
    ({ profile, scheduler }, action) => {
      profile.windows.setRepeating(true);
      scheduler.after(msOf(action), () => profile.windows.setRepeating(false));
    },
  ),
  cutsPopups: row(
    8,
    ["the provider’s opener policy cuts popups off", "the provider’s opener policy leaves popups connected"],
    ({ profile }, { who }) => profile.windows.setCutting(who === 0),
  ),
  leaves: row(8, "in {tab}, {person} signs in by redirect, and answers after {duration}", leaves("sign-in")),
  leavesToLink: row(2, accountText("links", "redirect"), leaves("link")),
  leavesToProve: row(2, accountText("proves the identity with", "redirect"), leaves("reauthenticate")),
  reloads: row(6, "{tab} loads again", ({ profile }, { tab }) => {
    const open = profile.tabs.get(tab);
    if (open) profile.reload(open);
  }),
} satisfies Record<string, Row>;
