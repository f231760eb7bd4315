import { type StyleRule, style } from "@vanilla-extract/css";

/** Widths at which the header has room for only three controls. */
export const NARROW = "(max-width: 26.99rem)";
/** Widths with several columns. */
export const WIDE = "(min-width: 40rem)";
/** Widths at which the header has room for its menu beside logo and buttons. */
export const DESKTOP = "(min-width: 56rem)";
/** Widths above that of the content. */
export const ROOMY = "(min-width: 82rem)";
/** A device that is used with fingers. */
export const TOUCH = "(pointer: coarse)";
export const MOTION_ALLOWED = "(prefers-reduced-motion: no-preference)";
export const DARK = "(prefers-color-scheme: dark)";
/** The least height of what is pressed: 44 px. @see https://www.w3.org/TR/WCAG22/#target-size-enhanced */
export const TARGET = "2.75rem";
export const SCRIPTING_OFF = "(scripting: none)";
export const FORCED_COLORS = "(forced-colors: active)";
/** Set by `src/entry/early.ts` if the app could not start: the page looks as it does without JavaScript. */
export const STATIC_PAGE = ":root[data-static]";
/** Set by `src/entry/client.ts` if no user is signed in. */
export const VISITOR = ":root[data-visitor]";

/** Children below each other, or in columns. */
export const grid = (gap: string, more: StyleRule = {}): string => style({ display: "grid", gap, ...more });

/** Children beside each other, on further lines if there is no room. */
export const flow = (gap: string, more: StyleRule = {}): string =>
  style({ display: "flex", flexWrap: "wrap", alignItems: "center", gap, ...more });

/** A link or button that is tall enough for a finger. */
export const target = (more: StyleRule = {}): string =>
  style({ display: "inline-flex", alignItems: "center", minHeight: TARGET, ...more });
