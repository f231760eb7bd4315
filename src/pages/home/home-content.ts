import type { ComponentType } from "react";
import type { Material } from "../../artwork/palette.ts";
import type { PictureProps } from "../../artwork/picture.tsx";
import { lazyDrawing } from "../../components/drawing/drawing.tsx";
import { homeTexts } from "./home-texts.ts";

type Statistic = {
  value: string;
  label: string;
  reading: string;
  share: number;
  material: Material | undefined;
};

/** The bar shows the figure's share, in the color of its material if it has one. */
export const statistics: readonly Statistic[] = [
  { ...homeTexts.statistics.contamination, share: 0.25, material: "contaminant" },
  { ...homeTexts.statistics.recyclables, share: 0.76, material: undefined },
  { ...homeTexts.statistics.organics, share: 0.24, material: "organics" },
];

const FEATURE_WIDTH = 320;
const FEATURE_HEIGHT = 200;
const feature = (load: () => Promise<ComponentType<PictureProps>>) =>
  lazyDrawing(load, FEATURE_WIDTH, FEATURE_HEIGHT);

type Feature = { title: string; text: string; Picture: ComponentType<PictureProps> };

export const features: readonly Feature[] = [
  {
    ...homeTexts.features.detect,
    Picture: feature(async () => (await import("../../artwork/feature-detect.tsx")).FeatureDetect),
  },
  {
    ...homeTexts.features.feedback,
    Picture: feature(async () => (await import("../../artwork/feature-feedback.tsx")).FeatureFeedback),
  },
  {
    ...homeTexts.features.stream,
    Picture: feature(async () => (await import("../../artwork/feature-stream.tsx")).FeatureStream),
  },
  {
    ...homeTexts.features.report,
    Picture: feature(async () => (await import("../../artwork/feature-report.tsx")).FeatureReport),
  },
];
