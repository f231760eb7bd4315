import { style } from "@vanilla-extract/css";
import { DESKTOP, MOTION_ALLOWED, ROOMY } from "../../styles/media.ts";
import { target } from "../../styles/placement.ts";
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
