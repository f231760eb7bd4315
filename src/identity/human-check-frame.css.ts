import { style } from "@vanilla-extract/css";
import { vars } from "../styles/theme.css.ts";

export const check = style({ display: "grid", gap: vars.space.x3, justifyItems: "start" });
/** As high as the check's box in its compact form. The frame grows while the second question is open. */
export const frame = style({
  width: "100%",
  maxWidth: "25rem",
  height: "9.25rem",
  border: 0,
  selectors: { "&[data-open]": { height: "37rem", maxHeight: "80vh" } },
});
