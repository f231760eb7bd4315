import { style } from "@vanilla-extract/css";
import { vars } from "../../styles/theme.css.ts";

export const logo = style({
  display: "inline-flex",
  alignItems: "center",
  gap: vars.space.x2,
  minHeight: "2.75rem",
  color: "inherit",
  fontSize: "1.25rem",
  fontWeight: 700,
  letterSpacing: "-0.03em",
  textDecoration: "none",
});

export const mark = style({ width: "1.75rem", height: "1.75rem" });
