import { paletteTexts, solutionCompositionTexts } from "./artwork-texts.ts";
import { BoxMark } from "./detection.tsx";
import { MATERIALS, type Material, materialColor, palette } from "./palette.ts";
import { Picture, type PictureProps } from "./picture.tsx";
import { Mono, Text } from "./text.tsx";

type RouteBin = { bin: string; parts: Composition };

/** Example figures; the drawing labels them as such. */
const route: readonly RouteBin[] = [
  {
    bin: "0412",
    parts: { fibre: 0.52, plastic: 0.2, metal: 0.1, glass: 0.12, organics: 0.02, contaminant: 0.04 },
  },
  {
    bin: "0413",
    parts: { fibre: 0.38, plastic: 0.31, metal: 0.08, glass: 0.14, organics: 0.03, contaminant: 0.06 },
  },
  {
    bin: "0414",
    parts: { fibre: 0.24, plastic: 0.18, metal: 0.06, glass: 0.08, organics: 0.16, contaminant: 0.28 },
  },
  { bin: "0415", parts: { fibre: 0.61, plastic: 0.14, metal: 0.05, glass: 0.16, contaminant: 0.04 } },
  {
    bin: "0416",
    parts: { fibre: 0.33, plastic: 0.27, metal: 0.16, glass: 0.17, organics: 0.04, contaminant: 0.03 },
  },
];

const BAR = { x: 84, width: 364, height: 26, first: 66, step: 44 };
const FLAGGED = 2;

/** Solution 2: the content of each bin of a route. The bin to visit is boxed. */
export function SolutionComposition(props: PictureProps) {
  return (
    <Picture {...props} width={480} height={384} texts={solutionCompositionTexts}>
      <Text x={28} y={42} size={21} weight={600} maxWidth={310}>
        {solutionCompositionTexts.heading("14")}
      </Text>
      <Mono x={450} y={42} size={17} color={palette.line} anchor="end" maxWidth={104}>
        {solutionCompositionTexts.example}
      </Mono>
      {route.map(({ bin, parts }, index) => {
        const y = BAR.first + index * BAR.step;
        return (
          <g key={bin}>
            <Mono x={28} y={y + 19} size={18} color={index === FLAGGED ? palette.lime : palette.line}>
              {bin}
            </Mono>
            <StackedBar y={y} parts={parts} />
          </g>
        );
      })}
      <BoxMark
        box={{ x: 18, y: BAR.first + FLAGGED * BAR.step - 7, width: 438, height: BAR.height + 14 }}
        color={palette.lime}
      />
      <path d="M28 300H450" stroke={palette.graphite} strokeWidth={1.5} />
      <MaterialKey />
    </Picture>
  );
}

/** Shares of a load, each 0…1. */
type Composition = Partial<Record<Material, number>>;

/** A composition as one horizontal bar, materials always in the same order. */
function StackedBar({ y, parts }: { y: number; parts: Composition }) {
  let from = BAR.x;
  return (
    <g>
      {MATERIALS.map((material) => {
        const span = (parts[material] ?? 0) * BAR.width;
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
          <Text x={x + KEY.size * 1.05} y={y} size={KEY.size} maxWidth={KEY.step - KEY.size * 1.3}>
            {paletteTexts[material]}
          </Text>
        </g>
      );
    })}
  </g>
);
