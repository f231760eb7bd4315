import { globalStyle, style } from "@vanilla-extract/css";
import { grid, SCRIPTING_OFF, STATIC_PAGE, TARGET } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";
import { fading } from "../spinner/spinner.css.ts";

const { color, space } = vars;

export const field = grid(space.x2, { position: "relative", minWidth: 0 });

export const label = style({ fontSize: vars.text.sm, fontWeight: 600 });

/** Its target reaches into the space above the label, so that it covers no part of the field. */
export const beside = style({
  position: "absolute",
  insetInlineEnd: 0,
  insetBlockStart: `calc(${vars.text.sm} * 1.55 + ${space.x2} - ${TARGET})`,
  fontSize: vars.text.sm,
});
globalStyle(`${beside} > a`, { alignItems: "end", paddingBlockEnd: space.x2 });

export const hint = style({ fontSize: vars.text.sm, color: color.muted });

export const input = style({
  width: "100%",
  minHeight: "2.75rem",
  padding: `${space.x2} ${space.x3}`,
  border: `1px solid ${color.control}`,
  borderRadius: vars.radius.control,
  background: color.card,
  color: color.text,
  // The font has at least 16 px, because iOS zooms into smaller fields on focus.
  fontSize: "max(1rem, 16px)",
  lineHeight: 1.4,
  selectors: {
    "&:hover:not(:disabled)": { borderColor: color.text },
    "&:focus-visible": { outlineOffset: "1px", borderRadius: vars.radius.control },
    "&[aria-invalid='true']": { borderColor: color.danger, boxShadow: `inset 0 0 0 1px ${color.danger}` },
    "&::placeholder": { color: color.muted, opacity: 1 },
  },
});

export const multiline = style([input, { minHeight: "9rem", resize: "vertical" }]);

export const message = style({
  display: "flex",
  gap: space.x2,
  alignItems: "baseline",
  fontSize: vars.text.sm,
  fontWeight: 500,
  color: color.danger,
  selectors: { "&:empty": { display: "none" } },
});

export const withAction = style({ position: "relative", display: "grid" });
export const roomForAction = style({ paddingInlineEnd: "4.5rem" });
export const action = style({
  position: "absolute",
  insetBlock: 0,
  insetInlineEnd: 0,
  minWidth: "3.5rem",
  paddingInline: space.x3,
  border: 0,
  background: "transparent",
  borderRadius: vars.radius.control,
  fontSize: vars.text.xs,
  fontWeight: 600,
  color: color.accent,
  cursor: "pointer",
  selectors: {
    "&[data-held]": { cursor: "progress", ...fading },
    [`${STATIC_PAGE} &`]: { display: "none" },
  },
  "@media": { [SCRIPTING_OFF]: { display: "none" } },
});
/** Takes no space while empty, but stays in the document, so that its text is announced. */
export const capsLock = style({
  fontSize: vars.text.sm,
  fontWeight: 500,
  selectors: { "&:empty": { position: "absolute" } },
});
