import { paletteTexts, solutionCompositionTexts as texts } from "./artwork-texts.ts";
import { BoxMark } from "./detection.tsx";
import { MATERIALS, Mono, materialColor, Picture, type PictureProps, palette, Text } from "./picture.tsx";

/** Example shares of each bin, in the order of `MATERIALS`; the drawing labels them as examples. */
const route = [
  { bin: "0412", shares: [0.52, 0.2, 0.1, 0.12, 0.02, 0.04] },
  { bin: "0413", shares: [0.38, 0.31, 0.08, 0.14, 0.03, 0.06] },
  { bin: "0414", shares: [0.24, 0.18, 0.06, 0.08, 0.16, 0.28] },
  { bin: "0415", shares: [0.61, 0.14, 0.05, 0.16, 0, 0.04] },
  { bin: "0416", shares: [0.33, 0.27, 0.16, 0.17, 0.04, 0.03] },
];

const BAR = { x: 84, width: 364, height: 26, first: 66, step: 44 };
const FLAGGED = 2;

export const SolutionComposition = (props: PictureProps) => (
  <Picture {...props} width={480} height={384} texts={texts}>
    <Text x={28} y={42} size={21} weight={600} maxWidth={310} text={texts.heading("14")} />
    <Mono x={450} y={42} size={17} color={palette.line} anchor="end" maxWidth={104} text={texts.example} />
    {route.map(({ bin, shares }, index) => {
      const y = BAR.first + index * BAR.step;
      return (
        <g key={bin}>
          <Mono
            x={28}
            y={y + 19}
            size={18}
            color={index === FLAGGED ? palette.lime : palette.line}
            text={bin}
          />
          <StackedBar y={y} shares={shares} />
        </g>
      );
    })}
    <BoxMark box={{ x: 18, y: BAR.first + FLAGGED * BAR.step - 7, width: 438, height: BAR.height + 14 }} />
    <path d="M28 300H450" stroke={palette.graphite} strokeWidth={1.5} />
    <MaterialKey />
  </Picture>
);

/** A composition as one horizontal bar, materials always in the same order. */
function StackedBar({ y, shares }: { y: number; shares: readonly number[] }) {
  let from = BAR.x;
  return (
    <g>
      {MATERIALS.map((material, index) => {
        const span = (shares[index] ?? 0) * BAR.width;
        const x = from;
        from += span;
        // The gap between neighbors separates colors of similar lightness.
        return span < 2 ? null : (
          <rect
            key={material}
            x={x}
            y={y}
            width={span - 2}
            height={BAR.height}
            fill={materialColor[material]}
          />
        );
      })}
    </g>
  );
}

const KEY = { x: 28, y: 332, columns: 3, step: 144, size: 19 };
const SQUARE = KEY.size * 0.72;

const MaterialKey = () => (
  <g>
    {MATERIALS.map((material, index) => {
      const x = KEY.x + (index % KEY.columns) * KEY.step;
      const y = KEY.y + Math.floor(index / KEY.columns) * KEY.size * 1.6;
      return (
        <g key={material}>
          <rect x={x} y={y - SQUARE} width={SQUARE} height={SQUARE} fill={materialColor[material]} />
          <Text
            x={x + KEY.size * 1.05}
            y={y}
            size={KEY.size}
            maxWidth={KEY.step - KEY.size * 1.3}
            text={paletteTexts[material]}
          />
        </g>
      );
    })}
  </g>
);
