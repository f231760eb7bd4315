/** The brand's colors as the pictures use them; pages have the same values in their theme. */
export const palette = {
  ink: "#0F1714",
  graphite: "#26312C",
  paper: "#F7F5EF",
  chalk: "#FFFFFF",
  line: "#DAD6CA",
  lime: "#C9F24D",
  moss: "#1F6B45",
  contaminant: "#D6401F",
} as const;

/** The materials that the product counts, in the order of every stacked bar. */
export const MATERIALS = ["fibre", "plastic", "metal", "glass", "organics", "contaminant"] as const;
export type Material = (typeof MATERIALS)[number];

/**
 * A material's color is used only for that material, always beside its label. Text is never on such a color:
 * white on metal or glass, or ink on plastic, would not reach 4.5:1.
 */
export const materialColor: Record<Material, string> = {
  fibre: "#C8A15A",
  plastic: "#3E63C9",
  metal: "#6D7C86",
  glass: "#3C8C8A",
  organics: "#8A5A2B",
  contaminant: palette.contaminant,
};

export const FONT_TEXT = "Instrument Sans Variable, Instrument Sans, system-ui, sans-serif";
export const FONT_MONO = "Geist Mono Variable, Geist Mono, ui-monospace, monospace";
