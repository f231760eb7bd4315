import type { Material } from "../palette.ts";
import { catalogTexts as names } from "./catalog-texts.ts";
import { can, glassBottle, jug, petBottle } from "./containers.ts";
import { appleCore, bananaPeel, battery, film } from "./contaminants.ts";
import { cardboard, eggCarton, newspaper } from "./fibre.ts";
import type { ObjectDrawing } from "./object.ts";

/** One kind of object that the product detects: its drawing, its name and its material. */
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
 * Whether an object is a contaminant depends on the bin. This is a recycling bin, where film, food and
 * batteries do not belong.
 */
export const objectKinds = {
  petBottle: kind(petBottle, names.petBottle, "plastic"),
  jug: kind(jug, names.jug, "plastic"),
  can: kind(can, names.can, "metal"),
  glassBottle: kind(glassBottle, names.glass, "glass"),
  cardboard: kind(cardboard, names.cardboard, "fibre"),
  newspaper: kind(newspaper, names.paper, "fibre"),
  eggCarton: kind(eggCarton, names.pulpTray, "fibre"),
  film: kind(film, names.film, "contaminant", true),
  bananaPeel: kind(bananaPeel, names.food, "organics", true),
  appleCore: kind(appleCore, names.food, "organics", true),
  battery: kind(battery, names.battery, "contaminant", true),
} as const satisfies Record<string, ObjectKind>;

export type ObjectName = keyof typeof objectKinds;
