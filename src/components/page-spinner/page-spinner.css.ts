import { keyframes, style } from "@vanilla-extract/css";
import { MOTION_ALLOWED } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";

/** The delay is long enough that a storage read or a cached chunk shows no spinner. */
const PATIENCE = "300ms";
const appear = keyframes({ from: { opacity: 0 } });

/** Reserves room for a page that is still unknown, so that the footer does not jump. */
export const pageSpinner = style({
  display: "grid",
  placeItems: "center",
  minHeight: "100vh",
  color: vars.color.muted,
  fontSize: "1.5rem",
  animation: `${appear} 1ms ${PATIENCE} backwards`,
  "@media": { [MOTION_ALLOWED]: { animationDuration: vars.motion.quick } },
});
