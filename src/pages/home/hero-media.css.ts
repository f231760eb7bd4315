import { style } from "@vanilla-extract/css";
import { DESKTOP, MOTION_ALLOWED } from "../../styles/media.ts";
import { vars } from "../../styles/theme.css.ts";

const { color, space } = vars;

/** Behind the words; its left third is ink and stays still. */
export const media = style({
  position: "absolute",
  inset: 0,
  zIndex: -2,
  width: "100%",
  height: "100%",
  objectFit: "cover",
  objectPosition: "62% 100%",
  "@media": { [DESKTOP]: { objectPosition: "70% 50%" } },
});
/** Lies on the picture it begins with, and appears once it moves. */
export const film = style([media, { opacity: 0 }]);
export const filmShown = style([
  media,
  { "@media": { [MOTION_ALLOWED]: { transition: `opacity ${vars.motion.calm}` } } },
]);

/** Keeps every word at 4.5:1 whatever drifts by behind it. */
export const shade = style({
  position: "absolute",
  inset: 0,
  zIndex: -1,
  background: `linear-gradient(180deg, ${color.ink} 0 52%, rgb(15 23 20 / 0.5) 66%, transparent 80%)`,
  "@media": {
    [DESKTOP]: {
      background: `linear-gradient(90deg, ${color.ink} 0 38%, rgb(15 23 20 / 0.84) 47%, transparent 60%)`,
    },
  },
});

export const toggle = style({
  position: "absolute",
  insetBlockEnd: space.x4,
  insetInlineEnd: space.x4,
  display: "inline-flex",
  alignItems: "center",
  gap: space.x2,
  minHeight: "2.75rem",
  padding: `0 ${space.x3}`,
  border: `1px solid ${color.control}`,
  borderRadius: vars.radius.control,
  background: color.ink,
  color: color.paper,
  fontSize: vars.text.xs,
  fontWeight: 600,
  cursor: "pointer",
  selectors: { "&:hover": { background: color.graphite }, "&:focus-visible": { outlineColor: color.lime } },
});
export const toggleIcon = style({ width: "1.125rem", height: "1.125rem" });
