import { style } from "@vanilla-extract/css";
import { DESKTOP } from "../styles/media.ts";
import { vars } from "../styles/theme.css.ts";

const { space } = vars;

/** The question on the left, its answer on the right. */
export const callToAction = style({
  display: "grid",
  gap: space.x6,
  justifyItems: "start",
  "@media": {
    [DESKTOP]: { gridTemplateColumns: "minmax(0, 1fr) auto", columnGap: space.x16, alignItems: "center" },
  },
});
