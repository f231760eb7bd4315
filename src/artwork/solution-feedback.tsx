import { solutionFeedbackTexts as texts } from "./artwork-texts.ts";
import { type DetectedObject, Photo } from "./detection.tsx";
import { MARK_PATH } from "./mark.tsx";
import type { PlacedObject } from "./objects/object-shape.tsx";
import { Mono, Picture, type PictureProps, palette, Text } from "./picture.tsx";

const around: readonly PlacedObject[] = [
  { name: "cardboard", x: 50, y: 84, turn: -16, scale: 0.74 },
  { name: "petBottle", x: 318, y: 58, turn: 62, scale: 0.74 },
  { name: "can", x: 276, y: 122, turn: -58, scale: 0.7 },
];
const found: DetectedObject = { name: "film", x: 172, y: 92, turn: -6, scale: 0.5, confidence: 0.91 };

export const SolutionFeedback = (props: PictureProps) => (
  <Picture {...props} width={480} height={384} texts={texts}>
    <path
      d="M50 24H430A14 14 0 0 1 444 38V346A14 14 0 0 1 430 360H70L36 384V38A14 14 0 0 1 50 24Z"
      fill={palette.chalk}
    />
    <rect x={54} y={40} width={30} height={30} rx={6} fill={palette.ink} />
    <path transform="translate(59.5 45) scale(0.6)" d={MARK_PATH} fill={palette.lime} />
    <Text x={96} y={62} size={20} weight={600} color={palette.ink} maxWidth={260} text={texts.heading} />
    <Mono x={426} y={62} size={18} color={palette.graphite} anchor="end" text={texts.time} />
    <Photo box={{ x: 54, y: 84, width: 372, height: 158 }} objects={around} found={[found]} size={18} />
    <Text x={54} y={276} size={21} weight={600} color={palette.ink} maxWidth={384} text={texts.finding} />
    <rect x={54} y={294} width={4} height={50} fill={palette.moss} />
    <Text x={70} y={314} size={19} color={palette.graphite} maxWidth={358} text={texts.tip[0]} />
    <Text x={70} y={339} size={19} color={palette.graphite} maxWidth={358} text={texts.tip[1]} />
  </Picture>
);
