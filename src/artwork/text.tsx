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

/** A line of prose; `y` is its baseline. */
export function Text({ x, y, size, children, color = palette.paper, weight = 400, anchor }: TextProps) {
  return (
    <text
      x={x}
      y={y}
      fontSize={size}
      fontFamily={FONT_TEXT}
      fontWeight={weight}
      fill={color}
      textAnchor={anchor}
    >
      {children}
    </text>
  );
}

/** A figure or a label as the machine would set it. */
export function Mono({ x, y, size, children, color = palette.paper, weight = 500, anchor }: TextProps) {
  return (
    <text
      x={x}
      y={y}
      fontSize={size}
      fontFamily={FONT_MONO}
      fontWeight={weight}
      fill={color}
      textAnchor={anchor}
    >
      {children}
    </text>
  );
}

/** Every glyph of the mono face is 0.6 em wide: labels can be measured without a browser. */
export const monoWidth = (text: string, size: number) => text.length * size * 0.6;
