import { DESKTOP, grid } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";

const { space } = vars;

/** The same distance below its heading as for the cards of the home page. */
export const items = grid(space.x5, {
  marginTop: space.x10,
  "@media": { [DESKTOP]: { gridTemplateColumns: "repeat(3, minmax(0, 1fr))" } },
});
