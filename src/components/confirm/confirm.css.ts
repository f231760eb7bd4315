import { style } from "@vanilla-extract/css";
import { vars } from "../../styles/theme.css.ts";

const { color, space } = vars;

export const confirm = style({
  display: "grid",
  gap: space.x3,
  padding: space.x4,
  border: `1px solid ${color.danger}`,
  borderRadius: vars.radius.control,
  background: color.dangerTint,
  fontSize: vars.text.sm,
});
