/** The kinds of link that this page handles. */
export const ACTION_MODES = [
  "verifyEmail",
  "recoverEmail",
  "verifyAndChangeEmail",
  "revertSecondFactorAddition",
] as const;
export type ActionMode = (typeof ACTION_MODES)[number];
export const isActionMode = (mode: string | undefined): mode is ActionMode =>
  ACTION_MODES.some((each) => each === mode);
