import { style } from "@vanilla-extract/css";
import { DESKTOP, WIDE } from "./media.ts";
import { flow, grid } from "./placement.ts";
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
  gridTemplateColumns: "minmax(0, 1fr)",
  overflowWrap: "anywhere",
  width: "100%",
  maxWidth: `calc(${vars.width.form} + 2 * ${space.x5})`,
  marginInline: "auto",
  padding: `${space.x10} ${space.x5} ${space.x16}`,
  alignContent: "start",
  "@media": { [WIDE]: { paddingTop: space.x16 } },
});
