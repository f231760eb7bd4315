import { globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { card, pairs, picture } from "../../styles/layout.css.ts";
import { DESKTOP, grid, MOTION_ALLOWED, ROOMY, target, WIDE } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";

const { brand, color, space } = vars;

/** The size of the film and of its largest poster. */
export const WIDTH_PX = 1280;
export const HEIGHT_PX = 720;
/** The height of the picture on narrow screens, where it is below the text. */
export const BAND_HEIGHT = "min(30rem, 88vw)";
/** Its left third is plain ink: space for the text on wide screens, cut off on narrow ones. */
const BAND_WIDTH = "158%";

/** Its edges are ink like the hero, so that no border is visible. */
export const media = style({
  position: "absolute",
  insetBlockEnd: 0,
  insetInlineEnd: 0,
  zIndex: -2,
  width: BAND_WIDTH,
  maxWidth: "none",
  height: BAND_HEIGHT,
  objectFit: "cover",
  objectPosition: "50% 40%",
  "@media": {
    print: { display: "none" },
    [DESKTOP]: { width: "100%", height: "100%", objectPosition: "100% 50%" },
    // Beside the text, the picture keeps its natural proportions.
    [ROOMY]: { objectFit: "contain", objectPosition: "60% 50%" },
  },
});
/** The video covers its poster, and appears when it plays. */
export const film = style([media, { opacity: 0 }]);
export const filmShown = style([
  media,
  { "@media": { [MOTION_ALLOWED]: { transition: `opacity ${vars.motion.calm}` } } },
]);

/** Keeps the text at 4.5:1 over any frame. On narrow screens, no text covers the picture. */
export const shade = style({
  position: "absolute",
  insetInline: 0,
  insetBlockEnd: 0,
  zIndex: -1,
  height: BAND_HEIGHT,
  background: `linear-gradient(180deg, ${brand.ink}, transparent 25%)`,
  "@media": {
    print: { display: "none" },
    [DESKTOP]: {
      height: "100%",
      // The gradient's width is also given in rem, for text at double size.
      background: `linear-gradient(90deg, ${brand.ink} 0 max(38%, 28rem), rgb(15 23 20 / 0.84) max(47%, 34rem), transparent max(60%, 44rem))`,
    },
    // The gradient's positions are measured from the middle, like the text's.
    [ROOMY]: {
      background: `linear-gradient(90deg, ${brand.ink} 0 calc(50% - 9rem), rgb(15 23 20 / 0.6) calc(50% - 4rem), transparent calc(50% + 3rem))`,
    },
  },
});

/** The emptiest part of the picture: the dark top below the text, the bottom corner beside it. */
export const toggle = target({
  position: "absolute",
  insetBlockEnd: `calc(${BAND_HEIGHT} - 3rem)`,
  insetInlineEnd: space.x4,
  gap: space.x2,
  padding: `0 ${space.x3}`,
  border: `1px solid ${color.control}`,
  borderRadius: vars.radius.control,
  background: brand.ink,
  color: brand.paper,
  fontSize: vars.text.xs,
  fontWeight: 600,
  cursor: "pointer",
  selectors: { "&:hover": { background: brand.graphite }, "&:focus-visible": { outlineColor: brand.lime } },
  "@media": {
    [DESKTOP]: { insetBlockEnd: space.x4 },
    [ROOMY]: { insetInlineEnd: `max(${space.x4}, calc(50% - 44rem))` },
  },
});
export const toggleIcon = style({ width: "1.125rem", height: "1.125rem" });

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
