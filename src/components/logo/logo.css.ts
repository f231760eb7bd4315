import { style } from "@vanilla-extract/css";
import { NARROW } from "../../styles/media.ts";
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

/**
 * Beside a signed-in user's picture, a narrow header has room for the mark only; the link's name still says the rest.
 */
export const name = style({
  "@media": {
    [NARROW]: {
      selectors: { "[data-account='signed-in'] &": { position: "absolute", clipPath: "inset(50%)" } },
    },
  },
});
