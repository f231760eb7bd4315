import { style } from "@vanilla-extract/css";
import { type RecipeVariants, recipe } from "@vanilla-extract/recipes";
import { WIDE } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";

const { brand, color, space } = vars;

export const section = recipe({
  base: { position: "relative", isolation: "isolate", overflow: "clip" },
  variants: {
    background: {
      paper: { background: color.page },
      chalk: { background: color.card },
      ink: { background: brand.ink, vars: { [color.link]: brand.lime } },
      graphite: { background: brand.graphite, vars: { [color.link]: brand.lime } },
    },
    text: {
      ink: { color: color.text },
      paper: { color: brand.paper },
    },
    padding: {
      sm: { paddingBlock: space.x8, "@media": { [WIDE]: { paddingBlock: space.x10 } } },
      md: { paddingBlock: space.x12, "@media": { [WIDE]: { paddingBlock: space.x16 } } },
      lg: { paddingBlock: space.x16, "@media": { [WIDE]: { paddingBlock: space.x24 } } },
    },
  },
  defaultVariants: { background: "paper", text: "ink", padding: "md" },
});

export type SectionStyle = NonNullable<RecipeVariants<typeof section>>;

export const layer = style({
  position: "absolute",
  inset: 0,
  zIndex: -1,
  width: "100%",
  height: "100%",
  pointerEvents: "none",
});

export const container = style({
  width: "100%",
  maxWidth: vars.width.page,
  marginInline: "auto",
  paddingInline: space.x5,
  "@media": { [WIDE]: { paddingInline: space.x8 } },
});
