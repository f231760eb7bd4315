export const profileFields = ["name", "picture"] as const;
export type ProfileField = (typeof profileFields)[number];
export type ProfileTexts = Record<ProfileField, string>;

/** A form's changed fields, with their values before the edit, which reveal a change by another device. */
export type ProfileChanges = { changes: Partial<ProfileTexts>; base: Partial<ProfileTexts> };

/** Another device has changed the same fields since the form showed them. */
export class ProfileConflict extends Error {
  override readonly name = "ProfileConflict";
  /** The current values of the conflicting fields. */
  readonly current: Partial<ProfileTexts>;
  constructor(current: Partial<ProfileTexts>) {
    super(`changed elsewhere: ${Object.keys(current).join(", ")}`);
    this.current = current;
  }
}
