import { solutionComplianceTexts as texts } from "./artwork-texts.ts";
import { Mono, Picture, type PictureProps, palette, Text } from "./picture.tsx";
import { Trend } from "./trend.tsx";

/** Example figures; the drawing labels them as such. */
const contamination = [0.86, 0.9, 0.74, 0.78, 0.6, 0.52, 0.55, 0.38, 0.34, 0.24];
const rows: readonly (readonly [route: string, bins: string, flagged: string])[] = [
  ["12", "388", "41"],
  ["14", "412", "29"],
  ["21", "305", "17"],
];

const HEADERS = [
  { x: 62, anchor: "start", maxWidth: 130, text: texts.collection },
  { x: 300, anchor: "end", maxWidth: 96, text: texts.inspected },
  { x: 418, anchor: "end", maxWidth: 106, text: texts.flagged },
] as const;
const [FIRST, SECOND, THIRD] = HEADERS;

export const SolutionCompliance = (props: PictureProps) => (
  <Picture {...props} width={480} height={384} texts={texts}>
    <path d="M62 14H456V384H62Z" fill={palette.graphite} />
    <path d="M36 24H412L444 56V384H36Z" fill={palette.chalk} />
    <path d="M412 24V56H444Z" fill={palette.line} />
    <Text x={62} y={66} size={23} weight={600} color={palette.ink} maxWidth={340} text={texts.heading} />
    <Mono x={62} y={94} size={17} color={palette.graphite} maxWidth={350} text={texts.period} />
    <Trend box={{ x: 62, y: 118, width: 348, height: 78 }} values={contamination} />
    {HEADERS.map((header) => (
      <Text key={header.x} {...header} y={238} size={18} color={palette.graphite} />
    ))}
    <path d="M62 250H418" stroke={palette.ink} strokeWidth={1.5} />
    {rows.map(([route, bins, flagged], index) => {
      const y = 280 + index * 38;
      return (
        <g key={route}>
          <Text x={FIRST.x} y={y} size={19} color={palette.ink} maxWidth={150} text={texts.route(route)} />
          <Mono x={SECOND.x} y={y} size={19} color={palette.ink} anchor="end" text={bins} />
          <Mono x={THIRD.x} y={y} size={19} color={palette.ink} anchor="end" text={flagged} />
          <path d={`M62 ${y + 13}H418`} stroke={palette.line} strokeWidth={1.5} />
        </g>
      );
    })}
  </Picture>
);
