import type { ComponentType } from "react";
import type { Material } from "../../artwork/palette.ts";
import type { PictureProps } from "../../artwork/picture.tsx";
import { drawing } from "../../components/drawing/drawing.tsx";

type Statistic = {
  value: string;
  label: string;
  reading: string;
  share: number;
  material: Material | undefined;
};

/** The only figures that we state. The bar shows the same share, in the color of its material if it has one. */
export const statistics: readonly Statistic[] = [
  {
    value: "25%",
    label: "Average recycling contamination",
    reading: "A quarter of what goes into the recycling cart does not belong there.",
    share: 0.25,
    material: "contaminant",
  },
  {
    value: "76%+",
    label: "Recyclables lost to landfill",
    reading: "More than three quarters of what could be recycled is buried instead.",
    share: 0.76,
    material: undefined,
  },
  {
    value: "24%",
    label: "Organics lost to landfill",
    reading: "Food and yard waste that never reaches a composter.",
    share: 0.24,
    material: "organics",
  },
];

const FEATURE_WIDTH = 320;
const FEATURE_HEIGHT = 200;
const feature = (load: () => Promise<ComponentType<PictureProps>>) =>
  drawing(load, FEATURE_WIDTH, FEATURE_HEIGHT);

type Feature = { title: string; text: string; Picture: ComponentType<PictureProps> };

export const features: readonly Feature[] = [
  {
    title: "Identify contamination at the source",
    Picture: feature(async () => (await import("../../artwork/feature-detect.tsx")).FeatureDetect),
    text: "A camera on the truck looks into every bin as it is tipped, and an edge computer names what should not be there: bin by bin, with the picture as proof.",
  },
  {
    title: "Deliver continuous feedback to customers",
    Picture: feature(async () => (await import("../../artwork/feature-feedback.tsx")).FeatureFeedback),
    text: "The household or business behind the bin hears what went wrong, sees the photo, and gets one tip for next week. No stickers, no guesswork.",
  },
  {
    title: "Understand your material stream",
    Picture: feature(async () => (await import("../../artwork/feature-stream.tsx")).FeatureStream),
    text: "Composition by route, day and customer, in the categories you sell in. Plan sorting shifts on what is coming, not on last year's audit.",
  },
  {
    title: "Automate reporting and compliance",
    Picture: feature(async () => (await import("../../artwork/feature-report.tsx")).FeatureReport),
    text: "The records that regulators ask for are written while the truck drives its route, and can be traced back to the bin they came from.",
  },
];
