import { style } from "@vanilla-extract/css";
import { pairs, picture } from "../../styles/layout.css.ts";
import { vars } from "../../styles/theme.css.ts";

const { color, space } = vars;

/** Addresses may be longer than a phone is wide. At least as high as the window: a late card does not move the footer. */
export const page = style({
  minHeight: "100vh",
  alignContent: "start",
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space.x6,
  overflowWrap: "anywhere",
});
export const head = style({ display: "grid", gap: space.x2, marginBottom: space.x2 });
export const muted = style({ color: color.muted });
export const cards = style([pairs, { alignItems: "start" }]);
export const heading = style({ fontSize: vars.text.xl });
export const facts = style({ display: "grid", gap: space.x4 });
export const fact = style({ display: "grid", gap: space.x1 });
export const term = style({ fontSize: vars.text.sm, color: color.muted });
export const value = style({ margin: 0, fontWeight: 500, overflowWrap: "anywhere" });
/** What happens next, numbered. */
export const steps = style({
  display: "grid",
  gap: space.x2,
  paddingInlineStart: space.x6,
  listStyle: "decimal",
});
export const bin = style([picture, { width: "100%", maxWidth: "18rem" }]);
