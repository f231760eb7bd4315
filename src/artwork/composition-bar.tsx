import { MATERIALS, materialColor, materialLabel } from "./palette.ts";
import type { Composition } from "./stacked-bar.tsx";

type CompositionBarProps = { parts: Composition; className?: string };

/** A composition as a bar that stretches with its box; read out as a list of shares. */
export function CompositionBar({ parts, className }: CompositionBarProps) {
  const present = MATERIALS.filter((material) => (parts[material] ?? 0) > 0);
  const spoken = present.map(
    (material) => `${materialLabel[material]} ${Math.round((parts[material] ?? 0) * 100)} %`,
  );
  let x = 0;
  return (
    <svg
      viewBox="0 0 1000 40"
      preserveAspectRatio="none"
      className={className}
      role="img"
      aria-label={spoken.join(", ")}
    >
      {present.map((material) => {
        const width = (parts[material] ?? 0) * 1000;
        const left = x;
        x += width;
        return (
          <rect
            key={material}
            x={left}
            width={Math.max(0, width - 3)}
            height={40}
            fill={materialColor[material]}
          />
        );
      })}
    </svg>
  );
}
