export const profileFields = ["name", "picture"] as const;
export type ProfileField = (typeof profileFields)[number];
export type ProfileTexts = Record<ProfileField, string>;

/** What a form changes, and what it showed before: another device's change is noticed by the difference. */
export type ProfileChanges = { changes: Partial<ProfileTexts>; base: ProfileTexts };

/** Another device has changed the same fields since the form showed them. */
export class ProfileConflict extends Error {
  override readonly name = "ProfileConflict";
  /** What the conflicting fields hold now. */
  readonly current: Partial<ProfileTexts>;
  constructor(current: Partial<ProfileTexts>) {
    super(`changed elsewhere: ${Object.keys(current).join(", ")}`);
    this.current = current;
  }
}
