import { style } from "@vanilla-extract/css";
import { forFingers } from "../../styles/media.ts";
import { vars } from "../../styles/theme.css.ts";

export const hint = style({
  fontSize: vars.text.sm,
  overflowWrap: "anywhere",
  selectors: { "&:empty": { position: "absolute" } },
});
export const accept = style({
  minHeight: "1.75rem",
  ...forFingers,
  padding: 0,
  border: 0,
  background: "transparent",
  color: vars.color.link,
  fontWeight: 600,
  textDecoration: "underline",
  textUnderlineOffset: "0.2em",
  cursor: "pointer",
});
