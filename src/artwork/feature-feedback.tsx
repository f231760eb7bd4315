import { featureFeedbackTexts as texts } from "./artwork-texts.ts";
import { Photo } from "./detection.tsx";
import { Mono, Picture, type PictureProps, palette, Text } from "./picture.tsx";

/** Three collections at one address: contaminant found, customer informed, bin clean. */
const areWeeksClean = [false, false, true];

export const FeatureFeedback = (props: PictureProps) => (
  <Picture {...props} width={320} height={200} texts={texts}>
    <Photo
      box={{ x: 16, y: 16, width: 116, height: 126 }}
      ground="#202B26"
      objects={[{ name: "cardboard", x: 92, y: 118, turn: -14, scale: 0.42 }]}
      found={[{ name: "film", x: 58, y: 76, turn: -8, scale: 0.44, confidence: 0.91 }]}
      size={13}
      maxX={114}
    />
    <path
      d="M154 16H298A8 8 0 0 1 306 24V96A8 8 0 0 1 298 104H160L144 118V26A10 10 0 0 1 154 16Z"
      fill={palette.chalk}
    />
    <Text x={157} y={45} size={17} weight={600} color={palette.ink} maxWidth={140} text={texts.message} />
    <Text x={157} y={69} size={13.5} color={palette.graphite} maxWidth={140} text={texts.advice[0]} />
    <Text x={157} y={88} size={13.5} color={palette.graphite} maxWidth={140} text={texts.advice[1]} />
    <path d="M36 164H272" stroke={palette.graphite} strokeWidth={2} />
    {areWeeksClean.map((isClean, index) => {
      const x = 36 + index * 118;
      return (
        <g key={x}>
          <circle cx={x} cy={164} r={9} fill={isClean ? palette.lime : palette.contaminant} />
          {isClean ? (
            <path
              d={`M${x - 4} 164L${x - 1} 167.5L${x + 4.5} 160.5`}
              fill="none"
              stroke={palette.ink}
              strokeWidth={2.4}
            />
          ) : (
            <path
              d={`M${x - 3.5} 160.5L${x + 3.5} 167.5M${x + 3.5} 160.5L${x - 3.5} 167.5`}
              stroke={palette.chalk}
              strokeWidth={2.4}
            />
          )}
          <Mono x={x} y={190} size={13} color={palette.line} anchor="middle" text={texts.week(index + 1)} />
        </g>
      );
    })}
  </Picture>
);
