import { style } from "@vanilla-extract/css";
import { vars } from "./theme.css.ts";

/** For assistive technology only. */
export const visuallyHidden = style({
  position: "absolute",
  width: "1px",
  height: "1px",
  margin: "-1px",
  padding: 0,
  overflow: "hidden",
  clipPath: "inset(50%)",
  whiteSpace: "nowrap",
  border: 0,
});

/** Figures and labels, in the monospaced font of a measuring instrument. */
export const figure = style({
  fontFamily: vars.font.mono,
  fontVariantNumeric: "tabular-nums",
  letterSpacing: "-0.02em",
});

/** A button that looks like a link. */
export const textButton = style({
  padding: 0,
  border: 0,
  background: "transparent",
  textDecoration: "underline",
  textUnderlineOffset: "0.2em",
  cursor: "pointer",
});

/** A name from elsewhere may have any length. */
export const clamped = style({
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 3,
  overflow: "hidden",
});

export const lead = style({ fontSize: vars.text.lg, maxWidth: vars.width.measure });
