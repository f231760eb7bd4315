import { paletteTexts, interfacePictureTexts as texts } from "./artwork-texts.ts";
import { type DetectedObject, Photo } from "./detection.tsx";
import { MARK_PATH } from "./mark.tsx";
import type { PlacedObject } from "./objects/object-shape.tsx";
import { MATERIALS, Mono, materialColor, Picture, type PictureProps, palette, Text } from "./picture.tsx";
import { Trend } from "./trend.tsx";

const heap: readonly PlacedObject[] = [
  { name: "cardboard", x: 62, y: 158, turn: -10, scale: 0.66 },
  { name: "newspaper", x: 214, y: 166, turn: 14, scale: 0.56 },
  { name: "can", x: 236, y: 56, turn: 36, scale: 0.52 },
];
const detections: readonly DetectedObject[] = [
  { name: "petBottle", x: 60, y: 84, turn: 30, scale: 0.5, confidence: 0.97 },
  { name: "film", x: 158, y: 122, turn: -8, scale: 0.56, confidence: 0.91 },
];
/** In the order of `MATERIALS`. */
const shares = [0.36, 0.24, 0.1, 0.12, 0.06, 0.12];
const trend = [0.84, 0.78, 0.86, 0.62, 0.66, 0.5, 0.42, 0.46, 0.3];
const VIEW = { x: 22, y: 62, width: 256, height: 208 };
const BAR = { x: 292, top: 62, height: 208, width: 20 };

export function InterfacePicture(props: PictureProps) {
  let y = BAR.top;
  return (
    <Picture {...props} width={480} height={400} texts={texts} ground={palette.line}>
      <rect x={10} y={10} width={460} height={380} rx={10} fill={palette.ink} />
      <path transform="translate(24 20) scale(0.7)" d={MARK_PATH} fill={palette.lime} />
      <Text x={56} y={38} size={18} weight={600} maxWidth={270} text={texts.bin("0412")} />
      <Mono x={456} y={38} size={17} color={palette.line} anchor="end" maxWidth={110} text={texts.example} />
      <path d="M10 50H470" stroke={palette.graphite} strokeWidth={1.5} />
      <Photo box={VIEW} objects={heap} found={detections} size={17} maxX={253} />
      {MATERIALS.map((material, index) => {
        const span = (shares[index] ?? 0) * BAR.height;
        const top = y;
        y += span;
        return (
          <g key={material} fill={materialColor[material]}>
            <rect x={BAR.x} y={top} width={BAR.width} height={span - 2} />
            <rect x={326} y={68 + index * 36} width={13} height={13} />
            <Text x={346} y={80 + index * 36} size={18} maxWidth={120} text={paletteTexts[material]} />
          </g>
        );
      })}
      <path d="M10 284H470" stroke={palette.graphite} strokeWidth={1.5} />
      <Text x={24} y={310} size={18} maxWidth={430} text={texts.byWeek} />
      <Trend box={{ x: 26, y: 326, width: 424, height: 46 }} values={trend} isOnInk />
    </Picture>
  );
}
