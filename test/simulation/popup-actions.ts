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

/** The steps of a world with sign-ins by popup and by redirect. A person looks at the provider's page for a time. */
export const POPUP_KINDS = {
  popsUp: row(20, opens("sign-in")),
  linksByPopup: row(8, opens("link")),
  provesByPopup: row(8, opens("reauthenticate")),
  cancelsPopup: row(
    6,
    acts((popups) => popups.cancel()),
  ),
  /** Alice cancels while Google checks the next answer, and Bob when the response arrives. */
  cancelsDuringCheck: row(6, ({ popups }, { who }) =>
    popups?.atCheck(who === 0 ? "sent" : "received", popups.cancel),
  ),
  signsInAndOut: row(5, (scene, action, person) => {
    KINDS.signsIn.perform(scene, action, person);
    scene.scheduler.after(STAYS_MS, () => KINDS.signsOut.perform(scene, action));
  }),
  signsInDuringCheck: row(8, duringCheck(KINDS.signsIn)),
  signsOutDuringCheck: row(2, duringCheck(KINDS.signsOut)),
  closesPopup: row(
    10,
    acts((popups) => popups.close()),
  ),
  answers: row(
    6,
    acts((popups) => popups.answer("allow")),
  ),
  declines: row(
    2,
    acts((popups) => popups.answer("deny")),
  ),
  /** A script of the origin sends an answer for the last popup. */
  forgesAnswer: row(
    4,
    acts((popups) => popups.forge()),
  ),
  /** A page in the last provider's window leads to the callback page with a stranger's tokens. */
  intrudes: row(
    4,
    acts((popups) => popups.intrude()),
  ),
  /** Callback pages send their answers twice. */
  repeatsAnswers: row(4, ({ profile, scheduler }, action) => {
    profile.windows.setRepeating(true);
    scheduler.after(msOf(action), () => profile.windows.setRepeating(false));
  }),
  /** The provider's opener policy cuts popups off (Alice), or leaves them connected (Bob). */
  cutsPopups: row(8, ({ profile }, { who }) => profile.windows.setCutting(who === 0)),
  /** By redirect. */
  leaves: row(8, leaves("sign-in")),
  leavesToLink: row(2, leaves("link")),
  leavesToProve: row(2, leaves("reauthenticate")),
  reloads: row(6, ({ profile }, { tab }) => {
    const open = profile.tabs.get(tab);
    if (open) profile.reload(open);
  }),
} satisfies Record<string, Row>;
