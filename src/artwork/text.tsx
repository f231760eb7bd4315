import { FONT_MONO, FONT_TEXT, palette } from "./palette.ts";

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
