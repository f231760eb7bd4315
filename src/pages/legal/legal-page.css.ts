import { globalStyle, style } from "@vanilla-extract/css";
import { DESKTOP, grid, target } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";

const { color, space } = vars;

export const page = grid(space.x10);

export const columns = grid(`${space.x8} ${space.x16}`, {
  "@media": { [DESKTOP]: { gridTemplateColumns: `minmax(0, ${vars.width.measure}) minmax(0, 1fr)` } },
});
export const article = grid(space.x4, { maxWidth: vars.width.measure });
export const updated = style({ color: color.muted, fontSize: vars.text.sm });
globalStyle(`${article} h2`, { fontSize: vars.text.lg, marginTop: space.x5 });

/** Hidden on a phone, where it would push the text down. */
export const contents = style({
  display: "none",
  "@media": {
    [DESKTOP]: {
      display: "block",
      gridColumn: 2,
      gridRow: 1,
      position: "sticky",
      top: space.x8,
      alignSelf: "start",
      justifySelf: "end",
      width: "16rem",
      paddingInlineStart: space.x6,
      borderInlineStart: `1px solid ${color.line}`,
    },
  },
});
export const contentsTitle = style({
  marginBottom: space.x2,
  fontSize: vars.text.sm,
  fontWeight: 600,
});
export const contentsLink = target({
  display: "flex",
  color: color.muted,
  fontSize: vars.text.sm,
  textDecoration: "none",
  selectors: { "&:hover": { color: color.text, textDecoration: "underline" } },
});
