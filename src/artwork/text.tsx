import { FONT_MONO, FONT_TEXT, palette } from "./palette.ts";

type TextProps = {
  x: number;
  y: number;
  size: number;
  children: string;
  color?: string;
  weight?: number;
  anchor?: "start" | "middle" | "end";
  /** A text that is longer, as another language's may be, is set smaller. */
  maxWidth?: number;
};

type FaceProps = Omit<TextProps, "size" | "maxWidth"> & { fontFamily: string; fontSize: number };

const Face = ({ children, color = palette.paper, weight, anchor, ...rest }: FaceProps) => (
  <text {...rest} fontWeight={weight} fill={color} textAnchor={anchor}>
    {children}
  </text>
);

const MONO_EM = 0.6;
/** The mean width of the text face's glyphs in prose, measured on the pictures' own texts. */
const PROSE_EM = 0.52;

const fitted = (size: number, em: number, text: string, maxWidth = Infinity): number =>
  Math.min(size, maxWidth / (text.length * em));

/** A line of prose; `y` is its baseline. */
export const Text = ({ size, weight = 400, maxWidth, ...rest }: TextProps) => (
  <Face
    {...rest}
    fontFamily={FONT_TEXT}
    fontSize={fitted(size, PROSE_EM, rest.children, maxWidth)}
    weight={weight}
  />
);

/** A figure or a label as the machine would set it. */
export const Mono = ({ size, weight = 500, maxWidth, ...rest }: TextProps) => (
  <Face
    {...rest}
    fontFamily={FONT_MONO}
    fontSize={fitted(size, MONO_EM, rest.children, maxWidth)}
    weight={weight}
  />
);

/** Every glyph of the mono face is 0.6 em wide: labels can be measured without a browser. */
export const monoWidth = (text: string, size: number) => text.length * size * MONO_EM;
