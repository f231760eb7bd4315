import { style } from "@vanilla-extract/css";
import { grid, SCRIPTING_OFF, STATIC_PAGE } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";

const { color, radius, space } = vars;

/** At least as high as the window, so that the footer does not jump. */
export const outline = grid(space.x6, { alignContent: "start", minHeight: "100vh" });
const area = style({
  display: "block",
  borderRadius: radius.control,
  background: color.line,
  selectors: { [`${STATIC_PAGE} &`]: { display: "none" } },
  "@media": { [SCRIPTING_OFF]: { display: "none" } },
});
export const line = style([area, { height: "0.875rem", maxWidth: "12rem", marginBlock: "0.3125rem" }]);
export const picture = style([area, { maxWidth: "18rem", aspectRatio: "480 / 384" }]);
