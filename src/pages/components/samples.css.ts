import { style } from "@vanilla-extract/css";
import { vars } from "../../styles/theme.css.ts";

const { space } = vars;

export const samples = style({ display: "grid", gap: space.x6, marginTop: space.x6 });
export const row = style({ display: "flex", flexWrap: "wrap", gap: space.x4, alignItems: "center" });
export const columns = style({
  display: "grid",
  gap: space.x6,
  gridTemplateColumns: "repeat(auto-fill, minmax(min(18rem, 100%), 1fr))",
});
