import { FONT_MONO, FONT_TEXT, palette } from "./palette.ts";

type TextProps = {
  x: number;
  y: number;
  size: number;
  children: string;
  color?: string;
  weight?: number;
  anchor?: "start" | "middle" | "end";
};

type FaceProps = Omit<TextProps, "size"> & { fontFamily: string; fontSize: number };

const Face = ({ children, color = palette.paper, weight, anchor, ...rest }: FaceProps) => (
  <text {...rest} fontWeight={weight} fill={color} textAnchor={anchor}>
    {children}
  </text>
);

/** A line of prose; `y` is its baseline. */
export const Text = ({ size, weight = 400, ...rest }: TextProps) => (
  <Face {...rest} fontFamily={FONT_TEXT} fontSize={size} weight={weight} />
);

/** A figure or a label as the machine would set it. */
export const Mono = ({ size, weight = 500, ...rest }: TextProps) => (
  <Face {...rest} fontFamily={FONT_MONO} fontSize={size} weight={weight} />
);

/** Every glyph of the mono face is 0.6 em wide: labels can be measured without a browser. */
export const monoWidth = (text: string, size: number) => text.length * size * 0.6;
