import { style } from "@vanilla-extract/css";
import { card } from "../styles/layout.css.ts";
import { DESKTOP, grid, WIDE } from "../styles/placement.ts";
import { vars } from "../styles/theme.css.ts";

const { color, space } = vars;

/** Reading order: promise, form, next steps. On wide screens the form is beside the other two. */
export const panel = grid(space.x8, {
  gridTemplateColumns: "minmax(0, 1fr)",
  "@media": {
    [WIDE]: { gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)", gridTemplateRows: "auto 1fr" },
    [DESKTOP]: { columnGap: space.x16 },
  },
});
export const intro = grid(space.x4, { alignContent: "start" });
export const formCard = style([
  card,
  {
    alignSelf: "start",
    padding: space.x5,
    background: color.card,
    "@media": {
      [WIDE]: { gridColumn: 2, gridRow: "1 / span 2" },
      [DESKTOP]: { padding: space.x8 },
    },
  },
]);
export const next = grid(space.x6, { alignContent: "start", maxWidth: "34rem" });
export const nextTitle = style({ fontSize: vars.text.lg, letterSpacing: "-0.01em" });
export const steps = grid(space.x5, { counterReset: "step" });
export const step = style({
  display: "grid",
  gridTemplateColumns: "2rem 1fr",
  counterIncrement: "step",
  "::before": {
    content: "counter(step)",
    fontFamily: vars.font.mono,
    fontWeight: 500,
    color: color.accent,
    lineHeight: 1.55,
  },
});
export const stepWords = grid(space.x1);
export const stepTitle = style({ fontWeight: 600 });
export const stepText = style({ color: color.muted });

export const form = grid(vars.space.x5);
