import { style } from "@vanilla-extract/css";
import { TARGET } from "../../styles/media.ts";
import { vars } from "../../styles/theme.css.ts";

const { space } = vars;

export const form = style({ display: "grid", gap: space.x5 });
export const choices = style({ display: "grid" });
export const legend = style({ padding: 0, marginBottom: space.x2, fontSize: vars.text.sm, fontWeight: 600 });
export const choice = style({
  display: "flex",
  gap: space.x3,
  alignItems: "center",
  minHeight: "2.75rem",
  fontSize: vars.text.sm,
  cursor: "pointer",
});
export const radio = style({
  width: "1.125rem",
  height: "1.125rem",
  margin: 0,
  accentColor: vars.color.accent,
});
export const resend = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: space.x2,
  minHeight: TARGET,
  fontSize: vars.text.sm,
});
export const lost = style({ fontSize: vars.text.sm, color: vars.color.muted });
