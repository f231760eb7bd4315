import { brand, light, material } from "../styles/palette.ts";

/** The colors of the pictures, the same in both schemes. */
export const palette = { ...brand, chalk: light.card, moss: "#1F6B45", contaminant: material.contaminant };

/** The materials that the product counts, in the order of every stacked bar. */
export const MATERIALS = ["fibre", "plastic", "metal", "glass", "organics", "contaminant"] as const;
export type Material = (typeof MATERIALS)[number];

/** No text is on such a color: white on metal or glass, or ink on plastic, would not reach 4.5:1. */
export const materialColor: Record<Material, string> = material;

export const FONT_TEXT = "Instrument Sans Variable, Instrument Sans, system-ui, sans-serif";
export const FONT_MONO = "Geist Mono Variable, Geist Mono, ui-monospace, monospace";
