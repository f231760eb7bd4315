import { emptyBinTexts as texts } from "./artwork-texts.ts";
import { OpenBin } from "./bin.tsx";
import { BoxMark } from "./detection.tsx";
import { Picture, type PictureProps } from "./picture.tsx";

/** The device looks into an empty bin, for a page or a finding that is not there. */
const drawEmptyBin = (label: string) =>
  function EmptyBin(props: PictureProps) {
    return (
      <Picture {...props} width={480} height={384} texts={texts}>
        <OpenBin x={72} y={30} width={336} height={334} />
        <BoxMark box={{ x: 150, y: 140, width: 180, height: 130 }} label={label} size={19} />
      </Picture>
    );
  };

export const MissingPage = drawEmptyBin(texts.label);
export const NoFinding = drawEmptyBin(texts.finding);
