import { sortingLineTexts as texts } from "./artwork-texts.ts";
import { type DetectedObject, Detections } from "./detection.tsx";
import { Objects, type PlacedObject } from "./objects/object-shape.tsx";
import { Picture, type PictureProps, palette } from "./picture.tsx";

const BELT = { top: 44, height: 296, ribs: 13, step: 40 };

/** Objects that the camera has not seen yet. They have no box. */
const arriving: readonly PlacedObject[] = [
  { name: "newspaper", x: 438, y: 112, turn: -16, scale: 0.7 },
  { name: "can", x: 442, y: 250, turn: 34, scale: 0.66 },
];
const seen: readonly DetectedObject[] = [
  { name: "cardboard", x: 88, y: 138, turn: -10, scale: 0.68, confidence: 0.95 },
  { name: "petBottle", x: 84, y: 272, turn: 68, scale: 0.56, confidence: 0.96 },
  { name: "film", x: 252, y: 268, turn: 12, scale: 0.6, confidence: 0.91 },
  { name: "jug", x: 266, y: 108, turn: 20, scale: 0.54, confidence: 0.93 },
];
const CAMERA_X = 356;

/** A belt from above that moves left. Objects that have passed the camera have a box and a name. */
export function SortingLine(props: PictureProps) {
  const ribs = Array.from({ length: BELT.ribs }, (_, rib) => {
    const x = rib * BELT.step;
    return `M${x} ${BELT.top}l-14 ${BELT.height / 2}l14 ${BELT.height / 2}`;
  });
  return (
    <Picture {...props} width={480} height={384} texts={texts}>
      <rect y={BELT.top - 12} width={480} height={BELT.height + 24} fill={palette.graphite} />
      <rect y={BELT.top} width={480} height={BELT.height} fill="#1C2621" />
      <path d={ribs.join("")} fill="none" stroke={palette.ink} strokeWidth={2} opacity={0.6} />
      <Objects objects={[...arriving, ...seen]} />
      <rect x={CAMERA_X - 17} y={16} width={34} height={352} fill="#2B3731" />
      {[110, 274].map((y) => (
        <g key={y}>
          <rect x={CAMERA_X - 12} y={y - 30} width={24} height={60} rx={5} fill="#131B17" />
          <circle cx={CAMERA_X} cy={y} r={8} fill="#3A4842" />
          <circle cx={CAMERA_X} cy={y} r={5} fill={palette.ink} />
          <circle cx={CAMERA_X} cy={y + 20} r={2.4} fill={palette.lime} />
        </g>
      ))}
      <rect x={CAMERA_X - 20} y={16} width={3} height={352} fill={palette.lime} />
      <Detections found={seen} size={17} maxX={CAMERA_X - 26} />
    </Picture>
  );
}
