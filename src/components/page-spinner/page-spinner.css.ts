import { keyframes, style } from "@vanilla-extract/css";
import { MOTION_ALLOWED } from "../../styles/media.ts";
import { vars } from "../../styles/theme.css.ts";

/** Long enough that a storage read or a warm chunk shows no spinner at all. */
const PATIENCE = "300ms";
const appear = keyframes({ from: { opacity: 0 } });

/** Room in which a page that is still unknown can become known without the footer jumping. */
export const pageSpinner = style({
  display: "grid",
  placeItems: "center",
  minHeight: "60vh",
  color: vars.color.muted,
  fontSize: "1.5rem",
  animation: `${appear} 1ms ${PATIENCE} backwards`,
  "@media": { [MOTION_ALLOWED]: { animationDuration: vars.motion.quick } },
});
