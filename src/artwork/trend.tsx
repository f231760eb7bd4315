import type { Box } from "./objects/bounds.ts";
import { palette } from "./picture.tsx";

type TrendProps = {
  box: Box;
  /** From oldest to newest, 0…1 of the height. */
  values: readonly number[];
  /** Whether it is drawn on ink; otherwise on paper. */
  isOnInk?: boolean;
  pen?: number;
};

/** A trend as a small line, its last value marked by a point with a gap around it. */
export function Trend({ box: { x, y, width, height }, values, isOnInk = false, pen = 3 }: TrendProps) {
  const [color, ground, gridColor] = isOnInk
    ? [palette.lime, palette.ink, "#3A4942"]
    : [palette.contaminant, palette.chalk, palette.line];
  const points = values.map((value, index) => ({
    px: x + (index / Math.max(1, values.length - 1)) * width,
    py: y + (1 - value) * height,
  }));
  const last = points.at(-1);
  return (
    <g>
      <path d={`M${x} ${y + height}H${x + width}`} stroke={gridColor} strokeWidth={1.5} />
      <path
        d={`M${x} ${y + height / 2}H${x + width}M${x} ${y}H${x + width}`}
        stroke={gridColor}
        strokeDasharray="2 5"
      />
      <path
        d={`M${points.map(({ px, py }) => `${px.toFixed(1)} ${py.toFixed(1)}`).join("L")}`}
        fill="none"
        stroke={color}
        strokeWidth={pen}
        strokeLinejoin="round"
      />
      {last && (
        <circle cx={last.px} cy={last.py} r={pen * 2} fill={color} stroke={ground} strokeWidth={pen} />
      )}
    </g>
  );
}
