import type { ComponentType } from "react";
import type { PictureProps } from "../../artwork/picture.tsx";
import { drawing } from "../../components/drawing/drawing.tsx";

/** One block of the page: static content, like the specification's entity of the same name. */
export type Solution = {
  /** The picture as a file. The page draws the same picture from its component, sharp and without a request. */
  imageUrl: string;
  Picture: ComponentType<PictureProps>;
  title: string;
  /** For the list of this page's contents. */
  shortTitle: string;
  /** May be empty. */
  problem: readonly string[];
  solution: readonly string[];
  bulletPoints: readonly string[];
};

const PICTURE_WIDTH = 480;
const PICTURE_HEIGHT = 384;
const picture = (load: () => Promise<ComponentType<PictureProps>>) =>
  drawing(load, PICTURE_WIDTH, PICTURE_HEIGHT);

export const solutions: readonly Solution[] = [
  {
    imageUrl: "/images/solution-1.svg",
    Picture: picture(async () => (await import("../../artwork/solution-detection.tsx")).SolutionDetection),
    title: "Point-of-Collection Contaminant Detection",
    shortTitle: "Contaminant detection",
    problem: [
      "Contamination is found at the sorting line, hours after it was collected, mixed with everything else and belonging to nobody.",
    ],
    solution: [
      "A camera above the hopper sees each bin as it is tipped. An edge computer on the truck draws a box around every contaminant, names it, and ties it to the address, before the next bin is lifted.",
    ],
    bulletPoints: [
      "Bin-by-bin findings with the picture as proof",
      "Works without a network; uploads when there is one",
      "Hazards such as batteries and tanks are flagged in the cab at once",
    ],
  },
  {
    imageUrl: "/images/solution-2.svg",
    Picture: picture(
      async () => (await import("../../artwork/solution-composition.tsx")).SolutionComposition,
    ),
    title: "Point-of-Collection Material Characterization",
    shortTitle: "Material characterization",
    problem: [
      "A manual audit sorts a few loads by hand and is out of date when it is printed.",
      "Between audits, routes, shifts and prices are planned on averages.",
    ],
    solution: [
      "Every bin is an audit. Composition is measured by volume and estimated weight in the categories you trade in, and adds up by customer, route, day and facility.",
    ],
    bulletPoints: [
      "Fiber, plastic, metal, glass, organics and contaminants, or your own grades",
      "Know what arrives at the facility before the truck does",
      "Compare routes, seasons and programs on the same scale",
    ],
  },
  {
    imageUrl: "/images/solution-3.svg",
    Picture: picture(async () => (await import("../../artwork/solution-feedback.tsx")).SolutionFeedback),
    title: "Automated Feedback & Education",
    shortTitle: "Feedback & education",
    problem: ["A flyer in January does not change what happens in the kitchen in June."],
    solution: [
      "The people behind the bin get a short message after collection: what was found, the photo, and the one thing to do differently. Those who sort well hear that, too.",
    ],
    bulletPoints: [
      "By text message, email or mail, in the customer's language",
      "You set the thresholds, the tone and when a person looks first",
      "The next pickup shows whether it worked",
    ],
  },
  {
    imageUrl: "/images/solution-4.svg",
    Picture: picture(async () => (await import("../../artwork/solution-compliance.tsx")).SolutionCompliance),
    title: "Automated Regulatory Compliance",
    shortTitle: "Regulatory compliance",
    problem: [],
    solution: [
      "Rules on contamination monitoring, route reviews and diversion ask for records that nobody has time to write. They are a by-product here: each collection leaves a finding, each finding an entry, each month a report.",
      "Every number in it can be opened, down to the bin and the picture it was counted from.",
    ],
    bulletPoints: [
      "Reports in the layout your regulator asks for",
      "A trail from each total to its evidence",
      "Retention and blurring rules that follow your privacy obligations",
    ],
  },
];
