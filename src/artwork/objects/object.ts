/**
 * An object as the camera sees it from above: path layers, first one lowest, around its own middle. `<path>` in
 * the pictures and `Path2D` in the video read the same strings, so both show the same objects.
 */
type Layer = {
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
};

export type ObjectDrawing = {
  /** The size of the unrotated object. */
  width: number;
  height: number;
  /** The outline that casts the shadow. */
  outline: string;
  layers: readonly Layer[];
};

/** Light and shade over any surface; the material's own tint shows through. */
export const LIGHT = "#FFFFFF";
export const SHADE = "#0A100D";
