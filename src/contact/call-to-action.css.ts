import { DESKTOP, grid } from "../styles/placement.ts";
import { vars } from "../styles/theme.css.ts";

const { space } = vars;

export const callToAction = grid(space.x6, {
  justifyItems: "start",
  "@media": {
    [DESKTOP]: { gridTemplateColumns: "minmax(0, 1fr) auto", columnGap: space.x16, alignItems: "center" },
  },
});
