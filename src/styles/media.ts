/** Widths at which the header has room for only three controls. */
export const NARROW = "(max-width: 26.99rem)";
/** Widths with several columns. */
export const WIDE = "(min-width: 40rem)";
/** Widths at which the header has room for its menu beside logo and buttons. */
export const DESKTOP = "(min-width: 56rem)";
/** Widths above that of the content. */
export const ROOMY = "(min-width: 82rem)";
export const MOTION_ALLOWED = "(prefers-reduced-motion: no-preference)";
export const DARK = "(prefers-color-scheme: dark)";
/** Fingers need targets of 44 px. */
const COARSE = "(pointer: coarse)";
export const forFingers = { "@media": { [COARSE]: { minHeight: "2.75rem" } } };
export const SCRIPTING_OFF = "(scripting: none)";
export const FORCED_COLORS = "(forced-colors: active)";
/**
 * Set by `src/entry/early.ts` if the app could not start on a prerendered page. The page then looks as it does without
 * JavaScript.
 */
export const STATIC_PAGE = ":root[data-static]";
