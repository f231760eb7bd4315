import { style } from "@vanilla-extract/css";
import { type RecipeVariants, recipe } from "@vanilla-extract/recipes";
import { FORCED_COLORS, TARGET } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";
import { heldRing } from "../spinner/spinner.css.ts";

const { brand, color, space } = vars;

export const button = recipe({
  base: {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    justifySelf: "start", // in a grid, too, a button is as wide as its text
    gap: space.x2,
    border: "1px solid transparent",
    borderRadius: vars.radius.control,
    fontWeight: 600,
    lineHeight: 1.2,
    textAlign: "center",
    textDecoration: "none",
    cursor: "pointer",
    selectors: {
      "&:disabled": { cursor: "default", opacity: 0.6 },
      // Busy is not disabled: the request is running, and the text stays readable.
      "&[aria-busy='true']": { cursor: "progress", opacity: 1 },
      "&:focus-visible": { borderRadius: vars.radius.control },
      "&[data-held]::before, form[data-held] &[type='submit']::before": heldRing,
      "&[aria-current='page']": { textDecoration: "underline 2px", textUnderlineOffset: "0.45em" },
    },
    // The background is opaque, because a picture behind the button keeps its colors in forced-colors mode.
    "@media": { [FORCED_COLORS]: { borderColor: "ButtonBorder", backgroundColor: "Canvas" } },
  },
  variants: {
    variant: {
      primary: {
        background: color.accent,
        color: color.onAccent,
        selectors: { "&:hover:not(:disabled)": { background: color.accentStrong } },
      },
      secondary: {
        background: "transparent",
        borderColor: "currentColor",
        color: "inherit",
        selectors: { "&:hover:not(:disabled)": { background: "rgb(127 138 130 / 0.16)" } },
      },
      simple: {
        background: "transparent",
        color: "inherit",
        textDecoration: "underline",
        textUnderlineOffset: "0.25em",
        textDecorationThickness: "0.07em",
        selectors: { "&:hover:not(:disabled)": { textDecorationThickness: "0.14em" } },
      },
      light: {
        background: brand.lime,
        color: brand.ink,
        selectors: {
          "&:hover:not(:disabled)": { background: brand.limeBright },
          "&:focus-visible": { outlineColor: brand.lime },
        },
      },
      dark: {
        background: color.text,
        color: color.page,
        selectors: { "&:hover:not(:disabled)": { background: color.muted } },
      },
    },
    size: {
      sm: { minHeight: TARGET, padding: `${space.x1} ${space.x3}`, fontSize: vars.text.sm },
      md: { minHeight: "2.75rem", padding: `${space.x2} ${space.x4}`, fontSize: vars.text.sm },
      lg: { minHeight: "3.25rem", padding: `${space.x2} ${space.x6}`, fontSize: vars.text.md },
      xl: { minHeight: "3.75rem", padding: `${space.x3} ${space.x8}`, fontSize: vars.text.lg },
    },
    /** For actions that cannot be undone. */
    destructive: {
      true: {
        background: color.danger,
        color: color.onAccent,
        selectors: { "&:hover:not(:disabled)": { background: color.dangerStrong } },
      },
    },
    fullWidth: { true: { display: "flex", width: "100%" } },
  },
  defaultVariants: { variant: "primary", size: "md" },
});

export type ButtonStyle = NonNullable<RecipeVariants<typeof button>>;

/** Icons grow with the text and never squeeze it. */
export const icon = style({
  flexShrink: 0,
  width: "1.15em",
  height: "1.15em",
  selectors: { "[data-held] > &": { display: "none" } }, // the spinner replaces the icon
});
