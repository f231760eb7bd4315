import { globalStyle, style } from "@vanilla-extract/css";
import { DESKTOP, FORCED_COLORS, NARROW, SCRIPTING_OFF, STATIC_PAGE, VISITOR } from "../styles/media.ts";
import { flow, target } from "../styles/placement.ts";
import { vars } from "../styles/theme.css.ts";

const { color, space } = vars;

export const header = style({
  position: "relative",
  zIndex: 10,
  background: color.page,
  borderBottom: `1px solid ${color.line}`,
});

export const bar = flow(`0 ${space.x4}`, {
  // Text at double size needs a second line rather than sideways scrolling.
  minHeight: "4.5rem",
  "@media": { [NARROW]: { columnGap: space.x2 } },
});

export const logo = target({
  gap: space.x2,
  color: "inherit",
  fontSize: "1.25rem",
  fontWeight: 700,
  letterSpacing: "-0.03em",
  textDecoration: "none",
});
export const mark = style({ width: "1.75rem", height: "1.75rem" });
/**
 * Beside a signed-in user's picture, a narrow header has room for the mark only; the link's name still says the rest.
 */
export const name = style({
  "@media": {
    [NARROW]: {
      selectors: {
        ":is([data-account=pending], [data-account=signed-in]) > * &": {
          position: "absolute",
          clipPath: "inset(50%)",
        },
      },
    },
  },
});

export const menu = style({
  display: "none",
  marginInlineStart: space.x6,
  gap: space.x1,
  "@media": { [DESKTOP]: { display: "flex" } },
});

export const menuLink = target({
  display: "flex",
  paddingInline: space.x3,
  color: color.text,
  fontSize: vars.text.sm,
  fontWeight: 500,
  textDecoration: "underline",
  textDecorationColor: "transparent",
  textDecorationThickness: "2px",
  textUnderlineOffset: "0.45em",
  selectors: {
    "&:hover": { textDecorationColor: color.control },
    "&[aria-current='page']": { textDecorationColor: color.accent },
  },
  // In forced colors, a transparent line is drawn like any other, and every page would look current.
  "@media": {
    [FORCED_COLORS]: { selectors: { "&:not([aria-current], :hover)": { textDecorationLine: "none" } } },
  },
});

export const end = flow(space.x2, {
  justifyContent: "flex-end",
  marginInlineStart: "auto",
  "@media": { [NARROW]: { gap: space.x1 } },
});

/** Keeps its size while the session is unknown, so that nothing moves later. */
export const accountSlot = style({
  display: "none",
  minWidth: "9.5rem",
  justifyContent: "flex-end",
  "@media": { [DESKTOP]: { display: "flex" } },
});
export const accountSlotWithMenu = style([
  accountSlot,
  { display: "flex", minWidth: 0, "@media": { [DESKTOP]: { minWidth: "9.5rem" } } },
]);

export const unknown = style({
  visibility: "hidden",
  selectors: { [`${STATIC_PAGE} &, ${VISITOR} &`]: { visibility: "visible" } },
  "@media": { [SCRIPTING_OFF]: { visibility: "visible" } },
});

/** On an account page without its script, the sign-in link is in the menu's place. */
export const insteadOfMenu = style({
  display: "none",
  selectors: { [`${STATIC_PAGE} &`]: { display: "flex" } },
  "@media": { [SCRIPTING_OFF]: { display: "flex" } },
});
globalStyle(`${STATIC_PAGE} ${insteadOfMenu} ~ *`, { display: "none" });
globalStyle(`${insteadOfMenu} ~ *`, { "@media": { [SCRIPTING_OFF]: { display: "none" } } });

export const toggle = style({
  display: "grid",
  placeItems: "center",
  width: "2.75rem",
  height: "2.75rem",
  padding: 0,
  border: `1px solid ${color.control}`,
  borderRadius: vars.radius.control,
  background: "transparent",
  color: color.text,
  cursor: "pointer",
  selectors: { [`${STATIC_PAGE} &`]: { display: "none" } },
  "@media": { [DESKTOP]: { display: "none" }, [SCRIPTING_OFF]: { display: "none" } },
});
export const toggleIcon = style({
  display: "grid",
  placeItems: "center",
  width: "1.375rem",
  height: "1.375rem",
});
globalStyle(`${toggle}[aria-expanded=true] svg:first-child, ${toggle}[aria-expanded=false] svg:last-child`, {
  display: "none",
});

/** The menu's button is pressed before its script has loaded. */
const HELD_MENU = `${header}:has([aria-controls][data-held]) &`;

export const panel = style({
  display: "none",
  paddingBlock: `0 ${space.x4}`,
  selectors: { [`&[data-open], ${HELD_MENU}, ${STATIC_PAGE} &`]: { display: "block" } },
  "@media": {
    [SCRIPTING_OFF]: { display: "block" },
    [DESKTOP]: {
      display: "none",
      selectors: { [`&[data-open], ${HELD_MENU}, ${STATIC_PAGE} &`]: { display: "none" } },
    },
  },
});

export const panelLink = style({
  display: "flex",
  alignItems: "center",
  minHeight: "3rem",
  borderTop: `1px solid ${color.line}`,
  color: color.text,
  fontSize: vars.text.lg,
  fontWeight: 500,
  textDecoration: "none",
  selectors: {
    "&[aria-current='page']": { color: color.accent, fontWeight: 600 },
    "&[aria-current='page']::after": { content: '"•" / ""', marginInlineStart: space.x2 },
  },
});
