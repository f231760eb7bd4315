import { keyframes, style } from "@vanilla-extract/css";
import { DESKTOP, MOTION_ALLOWED, NARROW } from "../styles/media.ts";
import { vars } from "../styles/theme.css.ts";

const { color, space } = vars;

const control = style({
  alignItems: "center",
  minHeight: "2.75rem",
  border: 0,
  borderRadius: vars.radius.control,
  background: "transparent",
  color: color.text,
  fontSize: vars.text.sm,
  textDecoration: "none",
  cursor: "pointer",
});

export const trigger = style([
  control,
  {
    display: "inline-flex",
    gap: space.x2,
    paddingInline: space.x2,
    fontWeight: 500,
    selectors: { "&:hover, &[data-state='open']": { background: "rgb(127 138 130 / 0.16)" } },
  },
]);
/** Beside logo, button and menu, a narrow header has room for the picture only. */
export const triggerText = style({
  position: "absolute",
  width: "1px", // text at double size would be wider than the window
  overflow: "hidden",
  clipPath: "inset(50%)",
  "@media": { [DESKTOP]: { position: "static", width: "auto", clipPath: "none" } },
});
/** At 320 px only the picture fits: with the arrow, the header would be wider than the window. */
export const chevron = style({
  display: "none",
  width: "1rem",
  height: "1rem",
  "@media": { "(min-width: 24rem)": { display: "block" } },
});

const appear = keyframes({ from: { opacity: 0, transform: "translateY(-4px)" } });

export const content = style({
  zIndex: 20,
  minWidth: "min(13rem, calc(100vw - 2rem))",
  maxWidth: "min(20rem, calc(100vw - 2rem))",
  padding: space.x2,
  border: `1px solid ${color.control}`,
  borderRadius: vars.radius.card,
  background: color.card,
  "@media": { [MOTION_ALLOWED]: { animation: `${appear} ${vars.motion.quick}` } },
});
/** The menu before the library's, at the same place. */
export const plain = style([
  content,
  {
    position: "absolute",
    display: "none",
    marginBlockStart: "calc(2.75rem + 6px)",
    selectors: { "[aria-expanded=true] + &": { display: "block" } },
    "@media": { [NARROW]: { insetInlineStart: "1rem" } },
  },
]);
export const who = style({
  padding: `${space.x2} ${space.x3} ${space.x3}`,
  fontSize: vars.text.sm,
  color: color.muted,
  overflow: "hidden",
  textOverflow: "ellipsis",
});
export const item = style([
  control,
  {
    display: "flex",
    width: "100%",
    paddingInline: space.x3,
    textAlign: "start",
    selectors: {
      "&[aria-current='page']": { fontWeight: 600 },
      "&[data-highlighted]": {
        background: color.accentTint,
        outline: `2px solid ${color.accent}`,
        outlineOffset: "-2px",
      },
    },
  },
]);
export const separator = style({ height: "1px", margin: `${space.x2} 0`, background: color.line });
