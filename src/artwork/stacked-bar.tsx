import { MATERIALS, type Material, materialColor } from "./palette.ts";
import { paletteTexts } from "./palette-texts.ts";
import { Text } from "./text.tsx";

/** Shares of a load, each 0…1. */
export type Composition = Partial<Record<Material, number>>;

type StackedBarProps = { x: number; y: number; width: number; height: number; parts: Composition };

/** A composition as one horizontal bar, materials always in the same order. */
export function StackedBar({ x, y, width, height, parts }: StackedBarProps) {
  let from = x;
  return (
    <g>
      {MATERIALS.map((material) => {
        const span = (parts[material] ?? 0) * width;
        const left = from;
        from += span;
        // The gap between neighbors separates colors of similar lightness.
        return span < 2 ? null : (
          <rect
            key={material}
            x={left}
            y={y}
            width={span - 2}
            height={height}
            fill={materialColor[material]}
          />
        );
      })}
    </g>
  );
}

type KeyProps = {
  x: number;
  y: number;
  columns: number;
  step: number;
  size: number;
};

/** Names for the colors, in columns `step` apart. */
export function MaterialKey({ x, y, columns, step, size }: KeyProps) {
  return (
    <g>
      {MATERIALS.map((material, index) => {
        const left = x + (index % columns) * step;
        const base = y + Math.floor(index / columns) * size * 1.6;
        return (
          <g key={material}>
            <rect
              x={left}
              y={base - size * 0.72}
              width={size * 0.72}
              height={size * 0.72}
              fill={materialColor[material]}
            />
            <Text x={left + size * 1.05} y={base} size={size} maxWidth={step - size * 1.3}>
              {paletteTexts[material]}
            </Text>
          </g>
        );
      })}
    </g>
  );
}
