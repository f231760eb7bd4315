import { globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { card, pairs, picture } from "../../styles/layout.css.ts";
import { DESKTOP, WIDE } from "../../styles/media.ts";
import { grid, target } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";
import { BAND_HEIGHT } from "./hero-media.css.ts";

const { brand, color, space } = vars;

/** The picture is dark on its left, so the text stays there in languages that are written from right to left, too. */
export const hero = style({
  direction: "ltr",
  position: "relative",
  isolation: "isolate",
  overflow: "clip",
  background: brand.ink,
  color: brand.paper,
  vars: { [color.link]: brand.lime },
});
/** On a phone the machine is below the text, on a desktop beside it. */
export const heroContent = grid(space.x6, {
  alignContent: "start",
  paddingTop: space.x12,
  paddingBottom: `calc(${BAND_HEIGHT} + ${space.x6})`,
  "@media": {
    [DESKTOP]: {
      minHeight: "min(46rem, calc(100vh - 4.5rem))",
      paddingBlock: space.x12,
      alignContent: "center",
    },
  },
});
export const headline = style({
  unicodeBidi: "plaintext",
  maxWidth: "32rem",
  fontSize: vars.text.display,
  lineHeight: 1.04,
  letterSpacing: "-0.035em",
});
export const subline = style({
  unicodeBidi: "plaintext",
  maxWidth: "28rem",
  fontSize: vars.text.xl,
  lineHeight: 1.35,
  color: brand.line,
  textWrap: "balance",
});
/** Where each reader goes on. The first line of hairlines is the list's own. */
export const audiences = style({ maxWidth: "28rem", borderTop: `1px solid ${color.control}` });
export const audience = target({
  display: "flex",
  flexWrap: "wrap",
  columnGap: space.x3,
  borderBottom: `1px solid ${color.control}`,
  color: brand.line,
  fontSize: vars.text.sm,
  textDecoration: "none",
  selectors: { "&:hover": { textDecoration: "underline" }, "&:focus-visible": { outlineColor: brand.lime } },
});
globalStyle(`${audience} > strong`, { color: brand.paper });
export const statistics = grid(space.x8, {
  "@media": {
    [WIDE]: { gridTemplateColumns: "repeat(3, minmax(0, 1fr))", rowGap: space.x2 },
    [DESKTOP]: { columnGap: space.x12 },
  },
});
/** On wide screens the entries share their rows, so the figures are on one line with labels of any length. */
export const statistic = grid(space.x2, {
  alignContent: "start",
  "@media": { [WIDE]: { gridRow: "span 3", gridTemplateRows: "subgrid" } },
});
export const value = style({
  fontFamily: vars.font.mono,
  fontVariantNumeric: "tabular-nums",
  fontSize: vars.text.x3,
  fontWeight: 500,
  lineHeight: 1,
  letterSpacing: "-0.05em",
});
export const source = style({ display: "block", marginTop: space.x2, fontSize: vars.text.xs });
export const reading = style({ color: color.muted, maxWidth: "22rem" });
/** The bar has its material's color beside the material's label, and otherwise the text's color. */
export const bar = styleVariants({ ...vars.material, any: color.text }, (material) => ({
  display: "block",
  width: "100%",
  height: "8px",
  marginBlock: `${space.x1} ${space.x3}`,
  color: material,
}));
export const featureCard = style([card, { padding: 0, gap: 0, overflow: "clip" }]);
export const featurePicture = style({ background: brand.ink });
export const featureText = grid(space.x3, { padding: space.x6 });

export const features = style([pairs, { marginTop: space.x10 }]);

export const truck = style([picture, { width: "100%", height: "auto" }]);
/** What is bolted on, with hairlines between the parts. */
export const parts = style({ display: "grid", width: "100%" });
export const part = grid(space.x1, {
  paddingBlock: space.x4,
  borderTop: `1px solid ${color.line}`,
});
export const partName = style({ fontSize: vars.text.lg });
