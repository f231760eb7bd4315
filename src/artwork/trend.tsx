import { palette } from "./palette.ts";

type TrendProps = {
  x: number;
  y: number;
  width: number;
  height: number;
  /** From oldest to newest, 0…1 of the height. */
  values: readonly number[];
  color: string;
  /** The background color, for a gap around the last point. */
  ground: string;
  gridColor?: string;
  pen?: number;
};

/** A trend as a small line, its last value marked. */
export function Trend({
  x,
  y,
  width,
  height,
  values,
  color,
  ground,
  gridColor = palette.line,
  pen = 3,
}: TrendProps) {
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
        d={points
          .map(({ px, py }, index) => `${index === 0 ? "M" : "L"}${px.toFixed(1)} ${py.toFixed(1)}`)
          .join("")}
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
