import type { Material } from "./picture.tsx";

export const paletteTexts: Record<Material, string> = {
  fibre: "Fiber",
  plastic: "Plastic",
  metal: "Metal",
  glass: "Glass",
  organics: "Organics",
  contaminant: "Contaminant",
};

/** The name on the tab of a detected object's box. */
export const catalogTexts = {
  petBottle: "PET bottle",
  jug: "HDPE jug",
  can: "can",
  glass: "glass",
  cardboard: "cardboard",
  paper: "paper",
  pulpTray: "pulp tray",
  film: "film",
  food: "food",
  battery: "battery",
};

export const emptyBinTexts = {
  title: "An empty bin seen from above",
  description: "The device drew a box around nothing and labeled it page, confidence 0.00.",
  label: "page 0.00",
  finding: "finding 0.00",
};

export const featureDetectTexts = {
  title: "Three bins at the curb, seen from above",
  description: "Plastic film in the middle bin is boxed with confidence 0.91; the other two bins are clean.",
};

export const featureFeedbackTexts = {
  title: "A photo and a short message, repeated each week",
  description:
    "Plastic film is boxed in the photo; the message reads: No film, please. After two weeks with film the third is clean.",
  message: "No film, please",
  advice: ["Bags go back to the", "store drop-off."] as const,
  week: (number: number) => `wk ${number}`,
};

export const featureReportTexts = {
  title: "A report page and its filing record",
  description:
    "The page carries a falling trend line. January, February and March are ticked as filed. Example data.",
  heading: "Contamination",
  months: ["Jan", "Feb", "Mar"] as const,
  filed: "Filed",
};

export const featureStreamTexts = {
  title: "One material stream divided into six",
  description:
    "Fiber is the widest band, then plastic, glass, metal, contaminants and organics. Example data.",
};

export const interfacePictureTexts = {
  title: "The product’s interface",
  description:
    "Left, the camera’s view of a bin with a PET bottle and plastic film boxed. Right, the load’s composition as a stacked bar with the name of each material. Below, contamination over nine weeks. Example data.",
  bin: (number: string) => `Bin ${number}`,
  example: "example",
  byWeek: "Contamination by week",
};

export const solutionComplianceTexts = {
  title: "A page of a compliance report",
  description:
    "A line shows contamination falling over ten weeks. A table lists three routes with the bins inspected and the bins flagged. Sample data.",
  heading: "Contamination report",
  period: "sample, weeks 14 to 23",
  route: (number: string) => `Route ${number}`,
  collection: "Collection",
  inspected: "Inspected",
  flagged: "Flagged",
};

export const solutionCompositionTexts = {
  title: "Composition of five bins on one route",
  description:
    "Five stacked bars, one for each bin, divided into fiber, plastic, metal, glass, organics and contaminants. The third bin holds far more organics and contaminants than the others and is boxed. Example data.",
  heading: (route: string) => `Route ${route}, bin by bin`,
  example: "example",
};

export const solutionDetectionTexts = {
  title: "An open recycling bin seen from above",
  description:
    "Boxes mark what the device found: a PET bottle with confidence 0.97, and two contaminants, plastic film with 0.91 and food with 0.88.",
};

export const solutionFeedbackTexts = {
  title: "A message to a household on collection day",
  description:
    "The photo of the bin has plastic film boxed. Below it: Plastic film was in your recycling. Tip: take bags back to the store drop-off.",
  heading: "Your recycling today",
  time: "7:42",
  finding: "Plastic film was in your recycling.",
  tip: ["Tip: take bags back to the store", "drop-off. They jam sorting screens."] as const,
};

export const sortingLineTexts = {
  title: "A sorting line seen from above",
  description:
    "Four things have passed the camera and are boxed: cardboard, a PET bottle, a jug, and plastic film marked as a contaminant. Two more are coming.",
};

export const truckDeviceTexts = {
  title: "A collection truck from the side, with the device on it",
  description:
    "A bin is tipped into the hopper. A camera on a bracket above the hopper looks down at it; a computer sits behind the cab, an antenna on its roof.",
  camera: "camera",
  computer: "edge computer",
  antenna: "antenna",
};
