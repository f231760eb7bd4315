import type { ReactElement } from "react";
import { InterfacePicture } from "../../../../src/artwork/interface-picture.tsx";
import { MARK_PATH } from "../../../../src/artwork/mark.tsx";
import { palette } from "../../../../src/artwork/palette.ts";
import { SolutionComposition } from "../../../../src/artwork/solution-composition.tsx";
import { SolutionDetection } from "../../../../src/artwork/solution-detection.tsx";
import { SolutionFeedback } from "../../../../src/artwork/solution-feedback.tsx";
import { BeltStill } from "./belt-still.tsx";
import { CARD_WIDTH, SocialCard } from "./social-card.tsx";

/** Places one of the 480-wide pictures on the right, as large as the card's height lets it be. */
function onTheRight(picture: ReactElement, scale = 1.24, y = 76): ReactElement {
  return <g transform={`translate(588 ${y}) scale(${scale})`}>{picture}</g>;
}

const largeMark = (
  <g fill="none" stroke={palette.graphite} strokeWidth={0.16}>
    <path transform="translate(680 90) scale(14)" d={MARK_PATH} fill={palette.graphite} />
  </g>
);

/** One picture for each public page, by the name its metadata uses, and one for everything else. */
export const socialCards: Readonly<Record<string, ReactElement>> = {
  home: (
    <SocialCard headline={["Digital", "infrastructure for", "the waste industry"]} note="what is in the bin">
      <BeltStill x={640} cardWidth={CARD_WIDTH} />
    </SocialCard>
  ),
  solutions: (
    <SocialCard headline={["Measured at", "the point of", "collection"]} note="solutions">
      {onTheRight(<SolutionComposition decorative />)}
    </SocialCard>
  ),
  about: (
    <SocialCard headline={["Built for", "impact."]} note="about us">
      {onTheRight(<SolutionDetection decorative />)}
    </SocialCard>
  ),
  contact: (
    <SocialCard headline={["Get in touch"]} note="We reply in 24hrs">
      {onTheRight(<SolutionFeedback decorative />)}
    </SocialCard>
  ),
  tech: (
    <SocialCard headline={["Clean User", "Interface"]} note="technology">
      {onTheRight(<InterfacePicture decorative />, 1.2)}
    </SocialCard>
  ),
  "privacy-policy": (
    <SocialCard headline={["Privacy policy"]} note="legal">
      {largeMark}
    </SocialCard>
  ),
  "terms-of-service": (
    <SocialCard headline={["Terms of service"]} note="legal">
      {largeMark}
    </SocialCard>
  ),
  default: (
    <SocialCard headline={["Know what is", "in every bin"]} note="digital infrastructure">
      <BeltStill x={640} cardWidth={CARD_WIDTH} />
    </SocialCard>
  ),
};
