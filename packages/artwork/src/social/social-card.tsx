import type { ReactNode } from "react";
import { MARK_PATH } from "../../../../src/artwork/mark.tsx";
import { palette } from "../../../../src/artwork/palette.ts";
import { Mono, Text } from "../../../../src/artwork/text.tsx";
import { company } from "../../../contract/src/company.ts";

export const CARD_WIDTH = 1200;
const CARD_HEIGHT = 630;

const HEADLINE_PX = 60;
const LEADING_PX = 68;
const MARGIN = 72;

type SocialCardProps = {
  /** The lines of the headline, because SVG text does not wrap. */
  headline: readonly string[];
  note: string;
  children: ReactNode;
};

/** The picture of a shared link, 1200 × 630: name, headline, and objects as the product detects them. */
export function SocialCard({ headline, note, children }: SocialCardProps) {
  const first = CARD_HEIGHT / 2 + 26 - ((headline.length - 1) * LEADING_PX) / 2;
  return (
    <svg
      viewBox={`0 0 ${CARD_WIDTH} ${CARD_HEIGHT}`}
      width={CARD_WIDTH}
      height={CARD_HEIGHT}
      aria-hidden="true"
    >
      <rect width={CARD_WIDTH} height={CARD_HEIGHT} fill={palette.ink} />
      {children}
      <path transform={`translate(${MARGIN} 62) scale(1.5)`} d={MARK_PATH} fill={palette.lime} />
      <Text x={MARGIN + 64} y={100} size={36} weight={600}>
        {company.name}
      </Text>
      {headline.map((line, index) => (
        <Text key={line} x={MARGIN} y={first + index * LEADING_PX} size={HEADLINE_PX} weight={600}>
          {line}
        </Text>
      ))}
      <Mono x={MARGIN} y={CARD_HEIGHT - 70} size={24} color={palette.line}>
        {note}
      </Mono>
    </svg>
  );
}
