import type { Action, Row, Scene } from "./actions.ts";
import { KINDS } from "./kinds.ts";
import { PAGE_KINDS } from "./pages/steps.ts";
import { POPUP_KINDS } from "./popup-actions.ts";
import { SERVER_KINDS } from "./server-actions.ts";

export type Kind =
  | keyof typeof KINDS
  | keyof typeof SERVER_KINDS
  | keyof typeof POPUP_KINDS
  | keyof typeof PAGE_KINDS;
const ROWS: Readonly<Record<string, Row>> = {
  ...KINDS,
  ...SERVER_KINDS,
  ...POPUP_KINDS,
  ...PAGE_KINDS,
};

export const isKind = (kind: string): kind is Kind => Object.hasOwn(ROWS, kind);

/** The end of all faults never waits, because `play` goes on with the comparison. */
const momentOf = ({ kind, moment = 0 }: Action): number => (kind === "calms" ? 0 : moment);

/** Whether a step acts in the tab in which its moment comes, and not in its own. Half of the steps that wait do. */
const followsMoment = (action: Action): boolean => momentOf(action) > 0 && action.luck % 2 === 1;

/** Carries out a step at once, or at the moment that it waits for. */
export function perform(scene: Scene, action: Action): void {
  const row = ROWS[action.kind];
  const run = (tab = action.tab) =>
    row?.perform(scene, { ...action, tab }, scene.people[action.who === 1 ? 1 : 0]);
  const moment = momentOf(action);
  if (moment > 0) scene.profile.moments.wait(moment, (tab) => run(followsMoment(action) ? tab : undefined));
  else run();
}
