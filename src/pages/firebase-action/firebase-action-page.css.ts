import { style } from "@vanilla-extract/css";
import { WIDE } from "../../styles/media.ts";
import { vars } from "../../styles/theme.css.ts";

const { space } = vars;

export const page = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  overflowWrap: "anywhere",
  gap: space.x6,
  width: "100%",
  maxWidth: `calc(${vars.width.form} + 2 * ${space.x5})`,
  marginInline: "auto",
  padding: `${space.x10} ${space.x5} ${space.x16}`,
  alignContent: "start",
  "@media": { [WIDE]: { paddingTop: space.x16 } },
});
export const title = style({ fontSize: vars.text.x2 });
