import { style } from "@vanilla-extract/css";
import { DESKTOP, WIDE } from "../../styles/media.ts";
import { vars } from "../../styles/theme.css.ts";

const { color, space } = vars;

export const hero = style({
  display: "grid",
  gap: space.x6,
  maxWidth: "54rem",
  minHeight: "min(34rem, 70vh)",
  alignContent: "center",
});
export const headline = style({ fontSize: vars.text.display, lineHeight: 1.02, letterSpacing: "-0.035em" });
export const subline = style({
  fontSize: vars.text.xl,
  lineHeight: 1.35,
  maxWidth: "36rem",
  color: color.line,
});

export const statistics = style({
  display: "grid",
  gap: space.x8,
  "@media": { [DESKTOP]: { gridTemplateColumns: "repeat(3, minmax(0, 1fr))", gap: space.x12 } },
});
export const statistic = style({ display: "grid", gap: space.x2, alignContent: "start" });
export const value = style({
  fontFamily: vars.font.mono,
  fontVariantNumeric: "tabular-nums",
  fontSize: vars.text.x3,
  fontWeight: 500,
  lineHeight: 1,
  letterSpacing: "-0.05em",
});
export const reading = style({ color: color.muted, maxWidth: "22rem" });
export const bar = style({ display: "block", width: "100%", height: "8px", marginTop: space.x2 });

export const features = style({
  display: "grid",
  gap: space.x5,
  marginTop: space.x10,
  "@media": { [WIDE]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" } },
});
export const callToAction = style({
  display: "grid",
  gap: space.x6,
  justifyItems: "start",
  maxWidth: "44rem",
});
