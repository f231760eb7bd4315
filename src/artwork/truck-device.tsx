import { truckDeviceTexts as texts } from "./artwork-texts.ts";
import { ObjectShape } from "./objects/object-shape.tsx";
import { Mono, monoWidth, Picture, type PictureProps, palette } from "./picture.tsx";

const STEEL = "#4C5C54";
const SHADE = "#18211D";
const BODY = "#34423B";
const WHEELS = [104, 176, 520] as const;
const DEVICE = { fill: palette.ink, stroke: palette.lime, strokeWidth: 3 };

type CalloutProps = { text: string; x: number; y: number; partX: number; partY: number };

/** A label with a line to its part. The label ends at `x`, which leaves room for a longer language. */
function Callout({ text, x, y, partX, partY }: CalloutProps) {
  const width = monoWidth(text, 16) + 16;
  return (
    <g>
      <path d={`M${x - width / 2} ${y}L${partX} ${partY}`} stroke={palette.lime} strokeWidth={1.5} />
      <circle cx={partX} cy={partY} r={4} fill={palette.lime} />
      <rect x={x - width} y={y - 14} width={width} height={28} fill={palette.lime} />
      <Mono x={x - width + 8} y={y + 6} size={16} color={palette.ink} text={text} />
    </g>
  );
}

/** What an operator adds to a truck: camera, computer and antenna, in lime. The truck itself is gray. */
export const TruckDevice = (props: PictureProps) => (
  <Picture {...props} width={640} height={400} texts={texts}>
    <path d="M0 362H640" stroke={palette.graphite} strokeWidth={3} />
    {/* Body, hopper and cab. */}
    <path d="M36 330V176Q36 148 64 148H356V330Z" fill={BODY} />
    {[100, 164, 228, 292].map((x) => (
      <path key={x} d={`M${x} 162V318`} stroke={SHADE} strokeWidth={4} />
    ))}
    <path d="M356 186H448V330H356Z" fill={SHADE} />
    <path d="M356 148V330M448 186V330" stroke={STEEL} strokeWidth={5} />
    <path d="M466 330V176Q466 164 478 164H556L600 240V330Z" fill={BODY} />
    <path d="M512 182H548L578 236H512Z" fill={STEEL} />
    <path d="M28 330H608V342H28Z" fill={STEEL} />
    {WHEELS.map((x) => (
      <g key={x}>
        <circle cx={x} cy={336} r={28} fill={palette.ink} stroke={STEEL} strokeWidth={7} />
        <circle cx={x} cy={336} r={7} fill={STEEL} />
      </g>
    ))}
    {/* The camera's view, and the bin that is tipped into it. */}
    <path d="M434 100L362 236H446Z" fill={palette.lime} opacity={0.16} />
    <g transform="translate(352 84) rotate(112)">
      <path d="M0 0H64L57 84H7Z" fill={palette.moss} stroke={palette.line} strokeWidth={2} />
      <path d="M-5 -9H69V0H-5Z" fill={palette.moss} stroke={palette.line} strokeWidth={2} />
    </g>
    <path d="M330 250L318 200L322 150" fill="none" stroke={STEEL} strokeWidth={9} strokeLinejoin="round" />
    <ObjectShape name="petBottle" x={384} y={168} turn={70} scale={0.3} />
    <ObjectShape name="film" x={406} y={226} turn={-12} scale={0.3} />
    {/* The device. */}
    <path d="M457 330V92H444" fill="none" stroke={palette.lime} strokeWidth={4} />
    <rect {...DEVICE} x={420} y={80} width={30} height={20} rx={3} />
    <circle cx={434} cy={102} r={5} fill={palette.lime} />
    <rect {...DEVICE} x={470} y={262} width={52} height={38} rx={4} />
    <path d="M480 272V290M489 272V290M498 272V290" stroke={palette.lime} strokeWidth={2} />
    <circle cx={511} cy={288} r={3} fill={palette.lime} />
    <path d="M524 164L530 140" stroke={palette.lime} strokeWidth={4} />
    <path
      d="M518 132A18 18 0 0 1 548 136M512 122A30 30 0 0 1 558 128"
      fill="none"
      stroke={palette.lime}
      strokeWidth={2.5}
    />
    <Callout text={texts.camera} x={420} y={44} partX={435} partY={80} />
    <Callout text={texts.antenna} x={624} y={84} partX={538} partY={118} />
    <Callout text={texts.computer} x={624} y={380} partX={516} partY={300} />
  </Picture>
);
