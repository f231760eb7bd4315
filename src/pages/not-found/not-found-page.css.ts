import { style } from "@vanilla-extract/css";
import { target } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";

const { color, space } = vars;

export const code = style({ fontFamily: vars.font.mono, color: color.muted });
export const path = style({
  padding: `0 ${space.x1}`,
  borderRadius: "3px",
  background: color.card,
  border: `1px solid ${color.line}`,
  fontFamily: vars.font.mono,
  fontSize: "0.9em",
  overflowWrap: "anywhere",
});
export const links = style({ display: "flex", flexWrap: "wrap", gap: `0 ${space.x6}` });
export const link = target();
