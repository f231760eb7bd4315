import { keyframes, style } from "@vanilla-extract/css";
import { FORCED_COLORS, MOTION_ALLOWED } from "../../styles/placement.ts";

const turn = keyframes({ to: { transform: "rotate(360deg)" } });
const breathe = keyframes({ "50%": { opacity: 0.35 } });

/** The animation of text that waits. Shows a state, so it keeps moving under reduced motion. */
export const fading = { animation: `${breathe} 1.6s ease-in-out infinite` };

/** The animation of every ring that waits. */
export const waiting = {
  ...fading,
  "@media": { [MOTION_ALLOWED]: { animation: `${turn} 0.8s linear infinite` } },
};

export const spinner = style({ display: "block", width: "1.15em", height: "1.15em", ...waiting });

/** The spinner of a held press, shown before React has loaded. */
export const heldRing = {
  content: "''",
  flexShrink: 0,
  width: "1.15em",
  height: "1.15em",
  border: "0.14em solid",
  borderInlineEndColor: "transparent",
  borderRadius: "50%",
  animation: waiting.animation,
  // In forced colors, a transparent edge is drawn like any other, and a closed ring does not seem to turn.
  "@media": { ...waiting["@media"], [FORCED_COLORS]: { borderInlineEndStyle: "none" } },
} as const;
