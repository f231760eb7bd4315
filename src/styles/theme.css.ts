import { assignVars, createGlobalTheme, globalStyle } from "@vanilla-extract/css";
import { brand, dark, light, material, materialDark } from "./palette.ts";
import { DARK } from "./placement.ts";

const font = {
  text: "'Instrument Sans Fallback', system-ui, sans-serif",
  mono: "ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace",
};

export const vars = createGlobalTheme(":root", {
  color: light,
  brand,
  material,
  /** Multiples of the 4 px grid. */
  space: {
    x1: "0.25rem",
    x2: "0.5rem",
    x3: "0.75rem",
    x4: "1rem",
    x5: "1.25rem",
    x6: "1.5rem",
    x8: "2rem",
    x10: "2.5rem",
    x12: "3rem",
    x16: "4rem",
    x24: "6rem",
  },
  font: {
    text: `'Instrument Sans Variable', ${font.text}`,
    mono: `'Geist Mono Variable', ${font.mono}`,
  },
  /** Fluid between a 22.5 rem and an 80 rem window. */
  text: {
    xs: "0.8125rem",
    sm: "0.9375rem",
    md: "clamp(1rem, 0.9755rem + 0.1087vw, 1.0625rem)",
    lg: "clamp(1.125rem, 1.0761rem + 0.2174vw, 1.25rem)",
    xl: "clamp(1.375rem, 1.2772rem + 0.4348vw, 1.625rem)",
    x2: "clamp(1.75rem, 1.5054rem + 1.087vw, 2.375rem)",
    x3: "clamp(2.125rem, 1.587rem + 2.3913vw, 3.5rem)",
    display: "clamp(2.5rem, 1.6685rem + 3.6957vw, 4.625rem)",
  },
  radius: { control: "6px", card: "14px", pill: "999px" },
  width: { page: "76rem", measure: "38rem", form: "26rem" },
  motion: { quick: "150ms ease-out", calm: "250ms ease-out" },
});

globalStyle(":root", {
  "@media": {
    [DARK]: { vars: { ...assignVars(vars.color, dark), ...assignVars(vars.material, materialDark) } },
  },
});

/** The early script sets the attribute. */
globalStyle(":root[data-slow]", { vars: assignVars(vars.font, font) });
/** Drawings name their fonts themselves. */
globalStyle(":root[data-slow] [font-family^=Instrument]", { fontFamily: font.text });
globalStyle(":root[data-slow] [font-family^=Geist]", { fontFamily: font.mono });
