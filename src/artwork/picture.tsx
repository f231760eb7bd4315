import { type ReactNode, useId } from "react";
import { brand, light, material } from "../styles/palette.ts";

/** The colors of the pictures, the same in both schemes. */
export const palette = { ...brand, chalk: light.card, moss: "#1F6B45", contaminant: material.contaminant };

/** The materials that the product counts, in the order of every stacked bar. */
export const MATERIALS = ["fibre", "plastic", "metal", "glass", "organics", "contaminant"] as const;
export type Material = (typeof MATERIALS)[number];

/** No text is on such a color: white on metal or glass, or ink on plastic, would not reach 4.5:1. */
export const materialColor: Record<Material, string> = material;

const FONT_TEXT = "Instrument Sans Variable, Instrument Sans, system-ui, sans-serif";
const FONT_MONO = "Geist Mono Variable, Geist Mono, ui-monospace, monospace";

export type PictureProps = {
  className?: string;
  /** Hides the picture from assistive technology, for places where the text beside it says the same. */
  decorative?: boolean;
};

type FrameProps = PictureProps & {
  width: number;
  height: number;
  /** The text equivalent. */
  texts: { title: string; description: string };
  ground?: string;
  children: ReactNode;
};

/** The outer `<svg>` of a picture: its size ratio, its text equivalent and its background. */
export function Picture({ width, height, texts, ground = palette.ink, children, ...props }: FrameProps) {
  const { className, decorative } = props;
  const id = useId();
  // Without width and height, a picture whose style sheet is late or missing would have no ratio to keep.
  // Translated into a language that is written from right to left, a drawing keeps its places.
  const common = { viewBox: `0 0 ${width} ${height}`, width, height, className, direction: "ltr" };
  const drawing = (
    <>
      <rect width={width} height={height} fill={ground} />
      <g>{children}</g>
    </>
  );
  if (decorative)
    return (
      <svg {...common} aria-hidden="true">
        {drawing}
      </svg>
    );
  return (
    <svg {...common} role="img" aria-labelledby={`${id}t`} aria-describedby={`${id}d`}>
      <title id={`${id}t`}>{texts.title}</title>
      <desc id={`${id}d`}>{texts.description}</desc>
      <g>{drawing}</g>
    </svg>
  );
}

type TextProps = {
  x: number;
  y: number;
  size: number;
  text: string;
  color?: string;
  weight?: number;
  anchor?: "start" | "middle" | "end";
  /** The available width. A longer text, as in another language, is drawn smaller. */
  maxWidth?: number;
};

type FaceProps = TextProps & { fontFamily: string; em: number };

const Face = ({ text, color = palette.paper, weight, anchor, size, maxWidth, em, ...rest }: FaceProps) => {
  const width = text.length * size * em;
  const fitted =
    maxWidth === undefined || width <= maxWidth
      ? { fontSize: size }
      : { fontSize: (size * maxWidth) / width, textLength: maxWidth, lengthAdjust: "spacingAndGlyphs" };
  return (
    <text {...rest} {...fitted} fontWeight={weight} fill={color} textAnchor={anchor}>
      {text}
    </text>
  );
};

/** Every glyph of the mono face is 0.6 em wide: labels can be measured without a browser. */
const MONO_EM = 0.6;
export const monoWidth = (text: string, size: number) => text.length * size * MONO_EM;
/** An estimate for the text face. */
const PROSE_EM = 0.52;

/** A line of prose; `y` is its baseline. */
export const Text = ({ weight = 400, ...rest }: TextProps) => (
  <Face {...rest} fontFamily={FONT_TEXT} weight={weight} em={PROSE_EM} />
);

export const Mono = ({ weight = 500, ...rest }: TextProps) => (
  <Face {...rest} fontFamily={FONT_MONO} weight={weight} em={MONO_EM} />
);
