import type { ReactElement } from "react";
import { InterfacePicture } from "../../../../src/artwork/interface-picture.tsx";
import { MARK_PATH } from "../../../../src/artwork/mark.tsx";
import { palette } from "../../../../src/artwork/palette.ts";
import { SolutionComposition } from "../../../../src/artwork/solution-composition.tsx";
import { SolutionDetection } from "../../../../src/artwork/solution-detection.tsx";
import { SolutionFeedback } from "../../../../src/artwork/solution-feedback.tsx";
import { BeltStill } from "./belt-still.tsx";
import { cardTexts } from "./cards-texts.ts";
import { CARD_WIDTH, SocialCard } from "./social-card.tsx";

/** Places one of the 480-wide pictures on the right, as large as the card's height allows. */
function onTheRight(picture: ReactElement, scale = 1.24, y = 76): ReactElement {
  return <g transform={`translate(588 ${y}) scale(${scale})`}>{picture}</g>;
}

const largeMark = (
  <g fill="none" stroke={palette.graphite} strokeWidth={0.16}>
    <path transform="translate(680 90) scale(14)" d={MARK_PATH} fill={palette.graphite} />
  </g>
);

/** One picture for each public page, by its name in the metadata, and one for all other pages. */
export const socialCards: Readonly<Record<string, ReactElement>> = {
  home: (
    <SocialCard {...cardTexts.home}>
      <BeltStill x={640} cardWidth={CARD_WIDTH} />
    </SocialCard>
  ),
  solutions: (
    <SocialCard {...cardTexts.solutions}>{onTheRight(<SolutionComposition decorative />)}</SocialCard>
  ),
  about: <SocialCard {...cardTexts.about}>{onTheRight(<SolutionDetection decorative />)}</SocialCard>,
  contact: <SocialCard {...cardTexts.contact}>{onTheRight(<SolutionFeedback decorative />)}</SocialCard>,
  tech: <SocialCard {...cardTexts.tech}>{onTheRight(<InterfacePicture decorative />, 1.2)}</SocialCard>,
  "privacy-policy": <SocialCard {...cardTexts.policy}>{largeMark}</SocialCard>,
  "terms-of-service": <SocialCard {...cardTexts.terms}>{largeMark}</SocialCard>,
  default: (
    <SocialCard {...cardTexts.other}>
      <BeltStill x={640} cardWidth={CARD_WIDTH} />
    </SocialCard>
  ),
};
