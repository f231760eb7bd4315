import { createGlobalTheme } from "@vanilla-extract/css";

/** Brand colors. Every pair used for text has a contrast of at least 4.5:1. */
const color = {
  ink: "#0F1714",
  graphite: "#26312C",
  /** Secondary text on paper and chalk: 6.6:1. */
  muted: "#515C56",
  paper: "#F7F5EF",
  chalk: "#FFFFFF",
  line: "#DAD6CA",
  /** Borders of controls, which need 3:1; `line` is only decoration. */
  control: "#7C837C",
  /** For use on ink only. */
  lime: "#C9F24D",
  limeBright: "#D9FA74",
  moss: "#1F6B45",
  mossDeep: "#17543A",
  mossTint: "#E4EFE6",
  /** Links and focus rings; lime on dark sections. */
  link: "#1F6B45",
  /** The contaminant color is for data; as text on paper it would reach only 4.2:1. */
  danger: "#B32F12",
  dangerDeep: "#8F250E",
  dangerTint: "#FBE9E3",
};

export const vars = createGlobalTheme(":root", {
  color,
  /** Colors of materials, for data only. Each color always means the same material and is beside a label. */
  material: {
    contaminant: "#D6401F",
    organics: "#8A5A2B",
    fibre: "#C8A15A",
    metal: "#6D7C86",
    glass: "#3C8C8A",
    plastic: "#3E63C9",
  },
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
    text: "'Instrument Sans Variable', 'Instrument Sans Fallback', system-ui, sans-serif",
    mono: "'Geist Mono Variable', ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace",
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
