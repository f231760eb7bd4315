import { paletteTexts, featureStreamTexts as texts } from "./artwork-texts.ts";
import { MATERIALS, materialColor, Picture, type PictureProps, palette, Text } from "./picture.tsx";

/** Shares of an example stream in the order of `MATERIALS`; they add up to 1. */
const shares = [0.36, 0.22, 0.1, 0.14, 0.08, 0.1];

const FLOW = { left: 20, bend: 70, right: 190, top: 46, height: 108, outTop: 16, outGap: 7.5 };

export function FeatureStream(props: PictureProps) {
  let inY = FLOW.top;
  let outY = FLOW.outTop;
  const bands = MATERIALS.map((material, index) => {
    const thickness = (shares[index] ?? 0) * FLOW.height;
    const band = { material, thickness, from: inY, to: outY };
    inY += thickness;
    outY += Math.max(thickness, 17) + FLOW.outGap;
    return band;
  });
  const middle = (FLOW.bend + FLOW.right) / 2;
  return (
    <Picture {...props} width={320} height={200} texts={texts}>
      {bands.map(({ material, thickness, from, to }) => (
        <g key={material}>
          <path
            d={`M${FLOW.left} ${from}H${FLOW.bend}C${middle} ${from} ${middle} ${to} ${FLOW.right} ${to}V${to + thickness - 1}C${middle} ${to + thickness - 1} ${middle} ${from + thickness - 1} ${FLOW.bend} ${from + thickness - 1}H${FLOW.left}Z`}
            fill={materialColor[material]}
          />
          <Text
            x={FLOW.right + 10}
            y={to + thickness / 2 + 5}
            size={14.5}
            maxWidth={116}
            text={paletteTexts[material]}
          />
        </g>
      ))}
      <path
        d={`M${FLOW.left} ${FLOW.top - 8}V${FLOW.top + FLOW.height + 8}`}
        stroke={palette.lime}
        strokeWidth={3}
      />
    </Picture>
  );
}
