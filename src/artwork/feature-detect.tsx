import { featureDetectTexts as texts } from "./artwork-texts.ts";
import { OpenBin } from "./bin.tsx";
import { type DetectedObject, Detections } from "./detection.tsx";
import { Objects, type PlacedObject } from "./objects/object-shape.tsx";
import { Picture, type PictureProps, palette } from "./picture.tsx";

/** The objects in each bin at the curb, in coordinates of the bin's inside (92 × 132). */
const bins: readonly (readonly PlacedObject[])[] = [
  [
    { name: "newspaper", x: 30, y: 96, turn: -14, scale: 0.5 },
    { name: "petBottle", x: 62, y: 48, turn: 22, scale: 0.46 },
    { name: "can", x: 24, y: 34, turn: -30, scale: 0.4 },
  ],
  [
    { name: "cardboard", x: 44, y: 116, turn: 8, scale: 0.46 },
    { name: "glassBottle", x: 76, y: 32, turn: 16, scale: 0.4 },
  ],
  [
    { name: "eggCarton", x: 44, y: 30, turn: 10, scale: 0.44 },
    { name: "jug", x: 60, y: 92, turn: -20, scale: 0.5 },
    { name: "can", x: 16, y: 84, turn: 20, scale: 0.42 },
  ],
];
const found: DetectedObject = { name: "film", x: 42, y: 74, turn: -8, scale: 0.42, confidence: 0.91 };
const FOUND_IN = 1;
const BIN = { first: 14, step: 102, width: 88, height: 140, top: 32, wall: 5 };

export function FeatureDetect(props: PictureProps) {
  const inside = { width: BIN.width - 2 * BIN.wall, height: BIN.height - 2 * BIN.wall };
  return (
    <Picture {...props} width={320} height={200} texts={texts}>
      <path d="M0 186H320" stroke={palette.graphite} strokeWidth={3} />
      {bins.map((objects, index) => {
        const x = BIN.first + index * BIN.step;
        return (
          <g key={objects[0]?.name}>
            <OpenBin x={x} y={BIN.top} width={BIN.width} height={BIN.height} />
            <svg
              x={x + BIN.wall}
              y={BIN.top + BIN.wall}
              {...inside}
              viewBox={`0 0 ${inside.width} ${inside.height}`}
              aria-hidden="true"
            >
              <Objects objects={index === FOUND_IN ? [...objects, found] : objects} />
            </svg>
          </g>
        );
      })}
      <g transform={`translate(${BIN.first + FOUND_IN * BIN.step + BIN.wall} ${BIN.top + BIN.wall})`}>
        <Detections found={[found]} size={13.5} />
      </g>
    </Picture>
  );
}
