import { style } from "@vanilla-extract/css";
import { DESKTOP, grid } from "../styles/placement.ts";
import { vars } from "../styles/theme.css.ts";

const { brand, color, space } = vars;

export const form = grid(space.x4, { maxWidth: "28rem" });
export const intro = style({ fontSize: vars.text.sm, color: brand.line });
export const row = grid(space.x3, {
  alignItems: "start",
  // The footer is dark, so a field's error must contrast with ink.
  vars: { [color.danger]: "#FF9B80" },
  "@media": { [DESKTOP]: { gridTemplateColumns: "1fr auto" } },
});
/** The button is beside the field, below the field's label. */
export const submit = style({ "@media": { [DESKTOP]: { paddingTop: "1.95rem" } } });
export const done = style({ color: brand.lime, fontWeight: 600 });
