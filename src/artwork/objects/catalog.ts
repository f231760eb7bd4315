import type { Material } from "../palette.ts";
import { can, glassBottle, jug, petBottle } from "./containers.ts";
import { appleCore, bananaPeel, battery, film } from "./contaminants.ts";
import { cardboard, eggCarton, newspaper } from "./fibre.ts";
import type { ObjectDrawing } from "./object.ts";

/** One kind of thing the product knows: how it looks, what it is called, what it counts as. */
export type ObjectKind = {
  drawing: ObjectDrawing;
  label: string;
  material: Material;
  isContaminant: boolean;
};

const kind = (
  drawing: ObjectDrawing,
  label: string,
  material: Material,
  isContaminant = false,
): ObjectKind => ({
  drawing,
  label,
  material,
  isContaminant,
});

/**
 * Whether a thing contaminates depends on the bin: here a recycling bin, where film, food and batteries do not
 * belong.
 */
export const objectKinds = {
  petBottle: kind(petBottle, "PET bottle", "plastic"),
  jug: kind(jug, "HDPE jug", "plastic"),
  can: kind(can, "can", "metal"),
  glassBottle: kind(glassBottle, "glass", "glass"),
  cardboard: kind(cardboard, "cardboard", "fibre"),
  newspaper: kind(newspaper, "paper", "fibre"),
  eggCarton: kind(eggCarton, "pulp tray", "fibre"),
  film: kind(film, "film", "contaminant", true),
  bananaPeel: kind(bananaPeel, "food", "organics", true),
  appleCore: kind(appleCore, "food", "organics", true),
  battery: kind(battery, "battery", "contaminant", true),
} as const satisfies Record<string, ObjectKind>;

export type ObjectName = keyof typeof objectKinds;
