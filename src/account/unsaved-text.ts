import { tabValues } from "../lib/site-data.ts";

/** Where `drafts.ts` keeps unsaved text; by itself, so that a sign-out on any page can forget it without that code. */
export const UNSAVED_TEXT = "unsaved-text";

export function forgetUnsavedText(): void {
  tabValues().remove(UNSAVED_TEXT);
}
