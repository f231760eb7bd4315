import { style } from "@vanilla-extract/css";
import { vars } from "../styles/theme.css.ts";

export const check = style({ display: "grid", gap: vars.space.x3, justifyItems: "start" });
/** As large as the check's second question, which opens inside the frame. */
export const frame = style({
  width: "100%",
  maxWidth: "25rem",
  height: "37rem",
  maxHeight: "80vh",
  border: 0,
});
