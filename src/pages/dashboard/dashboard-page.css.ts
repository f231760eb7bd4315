import { style } from "@vanilla-extract/css";
import { pairs, picture } from "../../styles/layout.css.ts";
import { grid } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";

const { color, space } = vars;

/** Addresses may be longer than a phone is wide. At least as high as the window: a late card does not move the footer. */
export const page = grid(space.x6, {
  minHeight: "100vh",
  alignContent: "start",
  gridTemplateColumns: "minmax(0, 1fr)",
  overflowWrap: "anywhere",
});
export const head = grid(space.x2, { marginBottom: space.x2 });
export const muted = style({ color: color.muted });
export const cards = style([pairs, { alignItems: "start" }]);
export const heading = style({ fontSize: vars.text.xl });
export const facts = grid(space.x4);
export const fact = grid(space.x1);
export const term = style({ fontSize: vars.text.sm, color: color.muted });
export const value = style({ margin: 0, fontWeight: 500, overflowWrap: "anywhere" });
export const steps = grid(space.x2, {
  paddingInlineStart: space.x6,
  listStyle: "decimal",
});
export const bin = style([picture, { width: "100%", maxWidth: "18rem" }]);
