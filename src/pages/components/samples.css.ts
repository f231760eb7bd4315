import { flow, grid } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";

const { space } = vars;

export const samples = grid(space.x6, { marginTop: space.x6 });
export const row = flow(space.x4);
export const columns = grid(space.x6, {
  gridTemplateColumns: "repeat(auto-fill, minmax(min(18rem, 100%), 1fr))",
});
