import { globalStyle, keyframes, type StyleRule, style } from "@vanilla-extract/css";
import { textButton } from "../styles/layout.css.ts";
import {
  DESKTOP,
  FORCED_COLORS,
  flow,
  grid,
  MOTION_ALLOWED,
  NARROW,
  SCRIPTING_OFF,
  STATIC_PAGE,
  target,
  VISITOR,
  WIDE,
} from "../styles/placement.ts";
import { vars } from "../styles/theme.css.ts";

const { brand, color, space } = vars;

export const shell = style({ display: "flex", flexDirection: "column", minHeight: "100vh" });
export const main = style({ flex: "1 0 auto" });

export const skipLink = style({
  position: "absolute",
  zIndex: 30,
  insetInlineStart: space.x4,
  top: space.x3,
  padding: `${space.x2} ${space.x4}`,
  background: brand.ink,
  color: brand.paper,
  borderRadius: vars.radius.control,
  transform: "translateY(-200%)",
  selectors: { "&:focus": { transform: "none" } },
});

/** The early script's message across the top of the page; that script knows no class names. */
globalStyle("body > p[data-lost]", {
  margin: 0,
  padding: `${space.x3} ${space.x5}`,
  background: color.dangerTint,
  color: color.danger,
  fontSize: vars.text.sm,
  fontWeight: 600,
  textAlign: "center",
});

/** Visible at any scroll position, because the link that failed may be at the end of the page. */
export const place = style({ position: "sticky", insetBlockStart: 0, zIndex: 15 });

export const banner = flow(`${space.x1} ${space.x4}`, {
  justifyContent: "center",
  textAlign: "center",
  padding: `${space.x2} ${space.x5}`,
  background: brand.graphite,
  color: brand.paper,
  fontSize: vars.text.sm,
});

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

const control: StyleRule = {
  border: 0,
  borderRadius: vars.radius.control,
  background: "transparent",
  color: color.text,
  fontSize: vars.text.sm,
  textDecoration: "none",
  cursor: "pointer",
};

export const trigger = target({
  ...control,
  gap: space.x2,
  paddingInline: space.x2,
  fontWeight: 500,
  selectors: { "&:hover, &[data-state='open']": { background: "rgb(127 138 130 / 0.16)" } },
});
/** Beside logo, button and menu, a narrow header has room for the picture only. */
export const triggerText = style({
  position: "absolute",
  width: "1px", // text at double size would be wider than the window
  overflow: "hidden",
  clipPath: "inset(50%)",
  "@media": { [DESKTOP]: { position: "static", width: "auto", clipPath: "none" } },
});
/** At 320 px only the picture fits: with the arrow, the header would be wider than the window. */
export const chevron = style({
  display: "none",
  width: "1rem",
  height: "1rem",
  "@media": { "(min-width: 24rem)": { display: "block" } },
});

const appear = keyframes({ from: { opacity: 0, transform: "translateY(-4px)" } });

export const content = style({
  zIndex: 20,
  minWidth: "min(13rem, calc(100vw - 2rem))",
  maxWidth: "min(20rem, calc(100vw - 2rem))",
  padding: space.x2,
  border: `1px solid ${color.control}`,
  borderRadius: vars.radius.card,
  background: color.card,
  "@media": { [MOTION_ALLOWED]: { animation: `${appear} ${vars.motion.quick}` } },
});
/** The menu before the library's, at the same place. */
export const plain = style([
  content,
  {
    position: "absolute",
    display: "none",
    marginBlockStart: "calc(2.75rem + 6px)",
    selectors: { "[aria-expanded=true] + &": { display: "block" } },
    "@media": { [NARROW]: { insetInlineStart: "1rem" } },
  },
]);
export const who = style({
  padding: `${space.x2} ${space.x3} ${space.x3}`,
  fontSize: vars.text.sm,
  color: color.muted,
  overflow: "hidden",
  textOverflow: "ellipsis",
});
export const item = target({
  ...control,
  display: "flex",
  width: "100%",
  paddingInline: space.x3,
  textAlign: "start",
  selectors: {
    "&[aria-current='page']": { fontWeight: 600 },
    "&[data-highlighted]": {
      background: color.accentTint,
      outline: `2px solid ${color.accent}`,
      outlineOffset: "-2px",
    },
  },
});
export const separator = style({ height: "1px", margin: `${space.x2} 0`, background: color.line });

export const footer = style({
  background: brand.ink,
  color: brand.paper,
  vars: { [color.link]: brand.lime },
  paddingBlock: `${space.x12} ${space.x8}`,
});

export const columns = grid(`${space.x10} ${space.x8}`, {
  "@media": { [WIDE]: { gridTemplateColumns: "1fr 1fr 2fr" } },
});

export const heading = style({
  marginBottom: space.x3,
  fontSize: vars.text.sm,
  fontWeight: 600,
  letterSpacing: 0,
  lineHeight: 1.5,
});

export const link = target({
  color: brand.paper,
  fontSize: vars.text.sm,
  textDecorationColor: "transparent",
  selectors: {
    "&:hover": { textDecorationColor: "currentColor" },
    "&[aria-current='page']": { textDecorationColor: brand.lime, textDecorationThickness: "2px" },
  },
});

export const bottom = flow(`0 ${space.x4}`, {
  justifyContent: "space-between",
  minHeight: "4rem",
  marginTop: space.x12,
  paddingTop: space.x5,
  borderTop: `1px solid ${brand.graphite}`,
  fontSize: vars.text.sm,
  color: brand.line,
});
export const choices = style([textButton, { minHeight: "2.75rem", color: brand.paper }]);
