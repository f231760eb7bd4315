import type { ReactElement, ReactNode } from "react";
import { InterfacePicture } from "../../../../src/artwork/interface-picture.tsx";
import { MARK_PATH } from "../../../../src/artwork/mark.tsx";
import { Mono, palette, Text } from "../../../../src/artwork/picture.tsx";
import { SolutionComposition } from "../../../../src/artwork/solution-composition.tsx";
import { SolutionDetection } from "../../../../src/artwork/solution-detection.tsx";
import { SolutionFeedback } from "../../../../src/artwork/solution-feedback.tsx";
import { company } from "../../../contract/src/company.ts";
import { Belt } from "../hero/frame.tsx";
import { belt } from "../hero/scene.ts";
import { cardTexts } from "./cards-texts.ts";

const CARD = { width: 1200, height: 630 };
const LEADING_PX = 68;
const MARGIN = 72;
const HEADLINE = { x: MARGIN, size: 60, weight: 600 };

type SocialCardProps = {
  /** The lines of the headline, because SVG text does not wrap. */
  headline: readonly string[];
  note: string;
  children: ReactNode;
};

/** The picture of a shared link, 1200 × 630: name, headline, and objects as the product detects them. */
function SocialCard({ headline, note, children }: SocialCardProps) {
  const first = CARD.height / 2 + 26 - ((headline.length - 1) * LEADING_PX) / 2;
  return (
    <svg viewBox={`0 0 ${CARD.width} ${CARD.height}`} {...CARD} aria-hidden="true">
      <rect {...CARD} fill={palette.ink} />
      {children}
      <path transform={`translate(${MARGIN} 62) scale(1.5)`} d={MARK_PATH} fill={palette.lime} />
      <Text x={MARGIN + 64} y={100} size={36} weight={600} text={company.name} />
      {headline.map((line, index) => (
        <Text key={line} {...HEADLINE} y={first + index * LEADING_PX} text={line} />
      ))}
      <Mono x={MARGIN} y={CARD.height - 70} size={24} color={palette.line} text={note} />
    </svg>
  );
}

/** The belt of the video's first frame, at the card's right edge. */
const beltStill = (
  <g transform={`translate(${CARD.width - belt.right} 0)`}>
    <Belt t={0} />
  </g>
);

/** Places one of the 480-wide pictures on the right, as large as the card's height allows. */
function placeOnTheRight(picture: ReactElement, scale = 1.24, y = 76): ReactElement {
  return <g transform={`translate(588 ${y}) scale(${scale})`}>{picture}</g>;
}

const largeMark = (
  <g fill="none" stroke={palette.graphite} strokeWidth={0.16}>
    <path transform="translate(680 90) scale(14)" d={MARK_PATH} fill={palette.graphite} />
  </g>
);

/** One picture for each public page, by its name in the metadata, and one for all other pages. */
export const socialCards: Readonly<Record<string, ReactElement>> = {
  home: <SocialCard {...cardTexts.home}>{beltStill}</SocialCard>,
  solutions: (
    <SocialCard {...cardTexts.solutions}>{placeOnTheRight(<SolutionComposition decorative />)}</SocialCard>
  ),
  about: <SocialCard {...cardTexts.about}>{placeOnTheRight(<SolutionDetection decorative />)}</SocialCard>,
  contact: <SocialCard {...cardTexts.contact}>{placeOnTheRight(<SolutionFeedback decorative />)}</SocialCard>,
  tech: <SocialCard {...cardTexts.tech}>{placeOnTheRight(<InterfacePicture decorative />, 1.2)}</SocialCard>,
  "privacy-policy": <SocialCard {...cardTexts.policy}>{largeMark}</SocialCard>,
  "terms-of-service": <SocialCard {...cardTexts.terms}>{largeMark}</SocialCard>,
  default: <SocialCard {...cardTexts.other}>{beltStill}</SocialCard>,
};
