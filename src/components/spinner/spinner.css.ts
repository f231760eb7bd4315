import { keyframes, style } from "@vanilla-extract/css";
import { MOTION_ALLOWED } from "../../styles/media.ts";

const turn = keyframes({ to: { transform: "rotate(360deg)" } });
const breathe = keyframes({ "50%": { opacity: 0.35 } });

/** The animation of everything that waits. */
export const waiting = {
  // Shows a state, so it keeps moving under reduced motion.
  animation: `${breathe} 1.6s ease-in-out infinite`,
  "@media": { [MOTION_ALLOWED]: { animation: `${turn} 0.8s linear infinite` } },
};

export const spinner = style({ display: "block", width: "1.15em", height: "1.15em", ...waiting });
