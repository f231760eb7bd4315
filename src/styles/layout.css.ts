import { style } from "@vanilla-extract/css";
import { DESKTOP, flow, grid, WIDE } from "./placement.ts";
import { vars } from "./theme.css.ts";

const { color, space } = vars;

/** A stack with the distance of paragraphs. */
export const stack = grid(space.x5, {
  placeContent: "start stretch",
  justifyItems: "start",
});
export const tightStack = style([stack, { gap: space.x3 }]);

/** Two columns as soon as each has room for a heading. */
export const halves = grid(`${space.x10} ${space.x8}`, {
  alignItems: "center",
  "@media": {
    [WIDE]: { gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)" },
    [DESKTOP]: { columnGap: space.x16 },
  },
});

export const thirds = grid(`${space.x10} ${space.x8}`, {
  "@media": { [WIDE]: { gridTemplateColumns: "repeat(3, minmax(0, 1fr))" } },
});

export const pairs = grid(space.x5, {
  "@media": { [WIDE]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" } },
});

export const card = grid(space.x4, {
  alignContent: "start",
  padding: space.x6,
  border: `1px solid ${color.line}`,
  borderRadius: vars.radius.card,
  background: color.card,
});

export const picture = style({ overflow: "clip", borderRadius: vars.radius.card });

export const actions = flow(space.x3);

/** One column in the middle of the page, which begins with the form. */
export const formColumn = style({
  display: "grid",
  gap: space.x6,
  gridTemplateColumns: "minmax(0, 1fr)",
  overflowWrap: "anywhere",
  width: "100%",
  maxWidth: `calc(${vars.width.form} + 2 * ${space.x5})`,
  marginInline: "auto",
  padding: `${space.x10} ${space.x5} ${space.x16}`,
  alignContent: "start",
  "@media": { [WIDE]: { paddingTop: space.x16 } },
});
export const formTitle = style({ fontSize: vars.text.x2 });

/** For assistive technology only. */
export const visuallyHidden = style({
  position: "absolute",
  width: "1px",
  height: "1px",
  margin: "-1px",
  padding: 0,
  overflow: "hidden",
  clipPath: "inset(50%)",
  whiteSpace: "nowrap",
  border: 0,
});

/** Figures and labels, in the monospaced font of a measuring instrument. */
export const figure = style({
  fontFamily: vars.font.mono,
  fontVariantNumeric: "tabular-nums",
  letterSpacing: "-0.02em",
});

/** A button that looks like a link. */
export const textButton = style({
  padding: 0,
  border: 0,
  background: "transparent",
  textDecoration: "underline",
  textUnderlineOffset: "0.2em",
  cursor: "pointer",
});

/** A name from elsewhere may have any length. */
export const clamped = style({
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 3,
  overflow: "hidden",
});

export const lead = style({ fontSize: vars.text.lg, maxWidth: vars.width.measure });
