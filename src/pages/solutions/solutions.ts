import type { ComponentType } from "react";
import type { PictureProps } from "../../artwork/picture.tsx";
import { lazyDrawing } from "../../components/drawing/drawing.tsx";
import { type SolutionText, solutionsTexts } from "./solutions-texts.ts";

/** One block of the page, with static content. */
export type Solution = SolutionText & {
  /** The picture as a file. The page draws the same picture from its component, sharp and without a request. */
  imageUrl: string;
  Picture: ComponentType<PictureProps>;
};

const PICTURE_WIDTH = 480;
const PICTURE_HEIGHT = 384;
const picture = (load: () => Promise<ComponentType<PictureProps>>) =>
  lazyDrawing(load, PICTURE_WIDTH, PICTURE_HEIGHT);

export const solutions: readonly Solution[] = [
  {
    ...solutionsTexts.detection,
    imageUrl: "/images/solution-1.svg",
    Picture: picture(async () => (await import("../../artwork/solution-detection.tsx")).SolutionDetection),
  },
  {
    ...solutionsTexts.characterization,
    imageUrl: "/images/solution-2.svg",
    Picture: picture(
      async () => (await import("../../artwork/solution-composition.tsx")).SolutionComposition,
    ),
  },
  {
    ...solutionsTexts.feedback,
    imageUrl: "/images/solution-3.svg",
    Picture: picture(async () => (await import("../../artwork/solution-feedback.tsx")).SolutionFeedback),
  },
  {
    ...solutionsTexts.compliance,
    imageUrl: "/images/solution-4.svg",
    Picture: picture(async () => (await import("../../artwork/solution-compliance.tsx")).SolutionCompliance),
  },
];
