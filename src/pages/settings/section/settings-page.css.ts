import { style } from "@vanilla-extract/css";
import { flow, grid, SCRIPTING_OFF, STATIC_PAGE, TOUCH, WIDE } from "../../../styles/placement.ts";
import { vars } from "../../../styles/theme.css.ts";

const { color, space } = vars;

/** Addresses may be longer than a phone is wide. */
export const page = grid(space.x8, {
  gridTemplateColumns: "minmax(0, 1fr)",
  maxWidth: "46rem",
  marginInline: "auto",
  overflowWrap: "anywhere",
});
/** The page before its data: as wide, although its place centers it. */
export const outline = style([page, { width: "100%" }]);
export const sections = style({
  border: `1px solid ${color.line}`,
  borderRadius: vars.radius.card,
  background: color.card,
});
/** One setting: its name, its value and the button that opens its form. */
export const setting = grid(space.x4, {
  gridTemplateColumns: "minmax(0, 1fr)",
  padding: `${space.x4} ${space.x5}`,
  scrollMarginTop: space.x4,
  selectors: { "& + &": { borderTop: `1px solid ${color.line}` } },
  "@media": { [WIDE]: { padding: `${space.x5} ${space.x6}` } },
});
export const head = grid(`${space.x1} ${space.x4}`, {
  gridTemplateColumns: "minmax(0, 1fr) auto",
  alignItems: "center",
  "@media": { [WIDE]: { gridTemplateColumns: "minmax(0, 12rem) minmax(0, 1fr) auto", minHeight: "2.25rem" } },
});
export const heading = style({ fontSize: vars.text.md, letterSpacing: 0, lineHeight: 1.3 });
/** Below the name while there is no room beside it. */
export const value = style({
  gridArea: "2 / 1 / 3 / -1",
  color: color.muted,
  fontSize: vars.text.sm,
  "@media": { [WIDE]: { gridArea: "1 / 2", fontSize: vars.text.md } },
});
export const toggle = style({
  gridArea: "1 / 2",
  "@media": { [WIDE]: { gridArea: "1 / 3" } },
});
export const outlineToggle = style([
  toggle,
  {
    selectors: { [`${STATIC_PAGE} &`]: { display: "none" } },
    "@media": { [SCRIPTING_OFF]: { display: "none" } },
  },
]);
/** Stands below the value. */
export const notice = grid(space.x3, {
  "@media": { [WIDE]: { paddingInlineStart: `calc(12rem + ${space.x4})` } },
});
export const panel = style([
  notice,
  {
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: space.x5,
    paddingBlock: `${space.x2} ${space.x3}`,
    selectors: { "&[hidden]": { display: "none" } },
  },
]);
/** A row that opens before its data is known. */
export const outlinePanel = style([
  panel,
  { display: "none", selectors: { ":target > &": { display: "grid" } } },
]);
export const intro = style({ color: color.muted, fontSize: vars.text.sm });
/** The form is as wide as a line of text, not as wide as the card. */
export const form = grid(space.x5, {
  gridTemplateColumns: "minmax(0, 1fr)",
  maxWidth: "26rem",
});
export const enrollment = grid(space.x5, {
  padding: space.x4,
  border: `1px solid ${color.line}`,
  borderRadius: vars.radius.control,
  "@media": { [WIDE]: { padding: space.x5 } },
});
export const proof = style([enrollment, { gap: space.x4, maxWidth: "28rem", borderColor: color.accent }]);
export const rows = style({ display: "grid" });
export const row = grid(space.x3, {
  alignItems: "center",
  paddingBlock: space.x3,
  borderTop: `1px solid ${color.line}`,
  selectors: {
    "&:first-child": { borderTop: 0, paddingTop: 0 },
    "&:last-child": { paddingBottom: 0 },
  },
});
/** The button is at the end however long the address beside it is, and below it if a long button leaves no room. */
export const rowLine = flow(`${space.x2} ${space.x4}`);
export const rowText = style({ display: "grid", flex: "1 1 7.5rem", minWidth: 0, overflowWrap: "anywhere" });
export const rowName = style({ fontWeight: 600 });
export const rowDetail = style({ fontSize: vars.text.sm, color: color.muted });
export const preview = style({
  display: "flex",
  gap: space.x4,
  alignItems: "center",
  fontSize: vars.text.sm,
  color: color.muted,
});
export const key = style({
  marginInlineStart: space.x1,
  fontFamily: vars.font.mono,
  fontSize: vars.text.sm,
  letterSpacing: "0.04em",
  overflowWrap: "anywhere",
});
export const steps = grid(space.x5, { maxWidth: "28rem" });
/** A phone cannot scan its own screen. */
export const firstOnPhone = style({ "@media": { [TOUCH]: { order: -1 } } });
export const saved = style({
  color: color.accentStrong,
  fontSize: vars.text.sm,
  fontWeight: 500,
  selectors: { "&:empty": { position: "absolute" } },
});
