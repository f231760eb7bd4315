import { featureReportTexts as texts } from "./artwork-texts.ts";
import { Mono, Picture, type PictureProps, palette, Text } from "./picture.tsx";
import { Trend } from "./trend.tsx";

const trend = [0.8, 0.88, 0.66, 0.7, 0.46, 0.5, 0.28, 0.2];

export const FeatureReport = (props: PictureProps) => (
  <Picture {...props} width={320} height={200} texts={texts}>
    <path d="M38 12H196V200H38Z" fill={palette.graphite} />
    <path d="M20 22H164L184 42V200H20Z" fill={palette.chalk} />
    <path d="M164 22V42H184Z" fill={palette.line} />
    <Text x={34} y={53} size={15.5} weight={600} color={palette.ink} maxWidth={140} text={texts.heading} />
    <Trend box={{ x: 36, y: 72, width: 126, height: 54 }} values={trend} pen={2.2} />
    <path d="M36 150H168M36 168H168M36 186H168" stroke={palette.line} strokeWidth={2} />
    <path
      d="M36 142H88M36 160H96M36 178H78M144 142H168M150 160H168M144 178H168"
      stroke={palette.graphite}
      strokeWidth={5}
      opacity={0.55}
    />
    {texts.months.map((month, index) => {
      const y = 66 + index * 46;
      return (
        <g key={month}>
          <circle cx={220} cy={y - 6} r={11} fill={palette.lime} />
          <path
            d={`M215 ${y - 6}L218.6 ${y - 1.8}L225.4 ${y - 10.4}`}
            fill="none"
            stroke={palette.ink}
            strokeWidth={2.6}
          />
          <Mono x={240} y={y - 0.5} size={15} text={month} />
        </g>
      );
    })}
    <Text x={208} y={34} size={14} color={palette.line} maxWidth={104} text={texts.filed} />
  </Picture>
);
