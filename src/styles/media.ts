/** Where a header holds no more than three controls. */
export const NARROW = "(max-width: 23.99rem)";
/** Where one column becomes several. */
export const WIDE = "(min-width: 40rem)";
/** Where the header has room for its menu beside logo and buttons. */
export const DESKTOP = "(min-width: 56rem)";
/** Where the page has more room than its content takes. */
export const ROOMY = "(min-width: 82rem)";
export const MOTION_ALLOWED = "(prefers-reduced-motion: no-preference)";
export const SCRIPTING_OFF = "(scripting: none)";
export const FORCED_COLORS = "(forced-colors: active)";
/** Set by `src/entry/early.ts` if the app could not start on a prerendered page: the same as without script. */
export const STATIC_PAGE = ":root[data-static]";
