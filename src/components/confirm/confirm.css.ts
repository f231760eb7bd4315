import { grid } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";

const { color, space } = vars;

export const confirm = grid(space.x3, {
  padding: space.x4,
  border: `1px solid ${color.danger}`,
  borderRadius: vars.radius.control,
  background: color.dangerTint,
  fontSize: vars.text.sm,
});
