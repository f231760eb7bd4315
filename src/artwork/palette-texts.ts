import type { Material } from "./palette.ts";

/** The name beside a material's color. */
export const paletteTexts: Record<Material, string> = {
  fibre: "Fiber",
  plastic: "Plastic",
  metal: "Metal",
  glass: "Glass",
  organics: "Organics",
  contaminant: "Contaminant",
};
