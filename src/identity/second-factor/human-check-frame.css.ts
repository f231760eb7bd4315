import { style } from "@vanilla-extract/css";
import { grid } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";

export const check = grid(vars.space.x3, { justifyItems: "start" });
/** The frame is as high as the check's compact box, and grows while the second question is open. */
export const frame = style({
  width: "100%",
  maxWidth: "25rem",
  height: "9.25rem",
  border: 0,
  selectors: { "&[data-open]": { height: "37rem", maxHeight: "80vh" } },
});
