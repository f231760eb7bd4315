import { solutionDetectionTexts as texts } from "./artwork-texts.ts";
import { OpenBin } from "./bin.tsx";
import { type DetectedObject, Detections } from "./detection.tsx";
import { Objects, type PlacedObject } from "./objects/object-shape.tsx";
import { Picture, type PictureProps } from "./picture.tsx";

/** The objects below the boxed ones, lowest first, cut off by the bin's walls. */
const heap: readonly PlacedObject[] = [
  { name: "eggCarton", x: 202, y: 24, turn: -8, scale: 0.78 },
  { name: "can", x: 226, y: 262, turn: 70, scale: 0.72 },
  { name: "cardboard", x: 92, y: 230, turn: -12, scale: 0.86 },
  { name: "newspaper", x: 300, y: 226, turn: 16, scale: 0.8 },
  { name: "jug", x: 326, y: 74, turn: 24, scale: 0.7 },
];

const detections: readonly DetectedObject[] = [
  { name: "petBottle", x: 78, y: 104, turn: 24, scale: 0.7, confidence: 0.97 },
  { name: "film", x: 208, y: 148, turn: -8, scale: 0.72, confidence: 0.91 },
  { name: "bananaPeel", x: 320, y: 222, turn: -14, scale: 0.62, confidence: 0.88 },
];

export const SolutionDetection = (props: PictureProps) => (
  <Picture {...props} width={480} height={384} texts={texts}>
    <OpenBin x={24} y={30} width={432} height={334} />
    <svg x={41} y={47} width={398} height={300} viewBox="0 0 398 300" aria-hidden="true">
      <Objects objects={[...heap, ...detections]} />
    </svg>
    <g transform="translate(41 47)">
      <Detections found={detections} size={19} maxX={392} />
    </g>
  </Picture>
);
