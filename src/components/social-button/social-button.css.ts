import { globalStyle, type StyleRule, style } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";
import { providerButtons } from "../../styles/palette.ts";
import { DARK, FORCED_COLORS } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";
import { heldRing } from "../spinner/spinner.css.ts";

const { color, space } = vars;

const icon = Object.fromEntries<StyleRule>(
  Object.entries(providerButtons).map(([name, { light, dark }]) => [
    name,
    { ...light, "@media": { [DARK]: dark } },
  ]),
) as Record<keyof typeof providerButtons, StyleRule>;

export const button = recipe({
  base: {
    position: "relative",
    display: "grid",
    gridTemplateColumns: "1.25rem 1fr 1.25rem",
    alignItems: "center",
    gap: space.x3,
    width: "100%",
    minHeight: "2.75rem",
    padding: `${space.x2} ${space.x4}`,
    border: "1px solid",
    borderRadius: vars.radius.control,
    fontSize: vars.text.sm,
    fontWeight: 600,
    lineHeight: 1.2,
    cursor: "pointer",
    selectors: {
      "&:disabled": { cursor: "default", opacity: 0.65 },
      "&[aria-busy='true']": { cursor: "progress", opacity: 1 },
      "&:hover:not(:disabled)": { filter: "brightness(0.94)" },
      "&:focus-visible": { borderRadius: vars.radius.control },
    },
    "@media": { [FORCED_COLORS]: { borderColor: "ButtonBorder" } },
  },
  variants: { icon },
});

export const mark = style({
  display: "grid",
  placeItems: "center",
  width: "1.25rem",
  height: "1.25rem",
  selectors: { "[data-held] > &::before": heldRing },
});
globalStyle(`[data-held] > ${mark} > svg`, { display: "none" });
export const lastUsed = style({
  position: "absolute",
  insetBlockStart: 0,
  insetInlineEnd: space.x3,
  transform: "translateY(-50%)",
  padding: `0.1rem ${space.x2}`,
  border: `1px solid ${color.control}`,
  borderRadius: vars.radius.pill,
  background: color.card,
  color: color.text,
  fontSize: "0.75rem",
  fontWeight: 500,
  lineHeight: 1.3,
});
