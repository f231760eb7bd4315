type Layer = { d: string; fill?: string; stroke?: string; strokeWidth?: string; opacity?: string };

/** An object seen from above: path layers around its middle, the lowest first. The video draws them too. */
export type ObjectDrawing = {
  /** The outline that casts the shadow. */
  outline: string;
  layers: readonly Layer[];
};

/** The layers of an object's SVG: a `<path>` each, with attributes in quotation marks. */
export const layersOf = (svg: string): readonly Layer[] =>
  [...svg.matchAll(/<path (.*)\/>/g)].map(([, attributes = ""]) => ({
    d: "",
    ...Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = "", value]) => [
        name === "stroke-width" ? "strokeWidth" : name,
        value,
      ]),
    ),
  }));

/** Light and shade over any surface; the material's own tint shows through. */
export const LIGHT = "#FFFFFF";
export const SHADE = "#0A100D";
