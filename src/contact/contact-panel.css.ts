import { style } from "@vanilla-extract/css";
import { card } from "../styles/layout.css.ts";
import { DESKTOP, WIDE } from "../styles/media.ts";
import { vars } from "../styles/theme.css.ts";

const { color, space } = vars;

/** Reading order: promise, form, next steps. On wide screens the form is beside the other two. */
export const panel = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space.x8,
  "@media": {
    [WIDE]: { gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)", gridTemplateRows: "auto 1fr" },
    [DESKTOP]: { columnGap: space.x16 },
  },
});
export const intro = style({ display: "grid", gap: space.x4, alignContent: "start" });
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
export const next = style({ display: "grid", gap: space.x6, alignContent: "start", maxWidth: "34rem" });
export const nextTitle = style({ fontSize: vars.text.lg, letterSpacing: "-0.01em" });
export const steps = style({ display: "grid", gap: space.x5, counterReset: "step" });
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
export const stepWords = style({ display: "grid", gap: space.x1 });
export const stepTitle = style({ fontWeight: 600 });
export const stepText = style({ color: color.muted });

export const form = style({ display: "grid", gap: vars.space.x5 });
export const note = style({ color: vars.color.muted, fontSize: vars.text.sm });
