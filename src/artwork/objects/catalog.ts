import { catalogTexts as names } from "../artwork-texts.ts";
import type { Material } from "../palette.ts";
import { can, glassBottle, jug, petBottle } from "./containers.ts";
import { appleCore, bananaPeel, battery, film } from "./contaminants.ts";
import { cardboard, eggCarton, newspaper } from "./fibre.ts";
import type { ObjectDrawing } from "./object.ts";

const defineKind = (drawing: ObjectDrawing, label: string, material: Material, isContaminant = false) => ({
  drawing,
  label,
  material,
  isContaminant,
});

/** What is a contaminant depends on the bin. In this recycling bin, film, food and batteries are. */
export const objectKinds = {
  petBottle: defineKind(petBottle, names.petBottle, "plastic"),
  jug: defineKind(jug, names.jug, "plastic"),
  can: defineKind(can, names.can, "metal"),
  glassBottle: defineKind(glassBottle, names.glass, "glass"),
  cardboard: defineKind(cardboard, names.cardboard, "fibre"),
  newspaper: defineKind(newspaper, names.paper, "fibre"),
  eggCarton: defineKind(eggCarton, names.pulpTray, "fibre"),
  film: defineKind(film, names.film, "contaminant", true),
  bananaPeel: defineKind(bananaPeel, names.food, "organics", true),
  appleCore: defineKind(appleCore, names.food, "organics", true),
  battery: defineKind(battery, names.battery, "contaminant", true),
};

export type ObjectName = keyof typeof objectKinds;
