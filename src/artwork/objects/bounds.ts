import type { ObjectDrawing } from "./catalog.ts";

export type Box = { x: number; y: number; width: number; height: number };
export type Placement = { x: number; y: number; turn?: number; scale?: number };
type Point = readonly [x: number, y: number];

const CURVE_STEPS = 8;

function curvePoints(a: Point, b: Point, c: Point, d: Point): Point[] {
  return Array.from({ length: CURVE_STEPS }, (_, step) => {
    const t = (step + 1) / CURVE_STEPS;
    const u = 1 - t;
    const coordinateAt = (axis: 0 | 1) =>
      u ** 3 * a[axis] + 3 * u * u * t * b[axis] + 3 * u * t * t * c[axis] + t ** 3 * d[axis];
    return [coordinateAt(0), coordinateAt(1)];
  });
}

/** Points along an outline. Our outlines use only absolute M, L, H, V, C and Z. */
function pointsOf(d: string): Point[] {
  const points: Point[] = [];
  let here: Point = [0, 0];
  for (const [, command = "", rest = ""] of d.matchAll(/([MLHVCZ])([^MLHVCZ]*)/g)) {
    const n = rest.match(/-?[\d.]+/g)?.map(Number) ?? [];
    const pointAt = (i: number): Point => [n[i] ?? 0, n[i + 1] ?? 0];
    const next: Point[] = [];
    if (command === "H") next.push([n[0] ?? 0, here[1]]);
    else if (command === "V") next.push([here[0], n[0] ?? 0]);
    else if (command === "C")
      for (let i = 0; i < n.length; i += 6)
        next.push(...curvePoints(next.at(-1) ?? here, pointAt(i), pointAt(i + 2), pointAt(i + 4)));
    else for (let i = 0; i < n.length; i += 2) next.push(pointAt(i));
    points.push(...next);
    here = next.at(-1) ?? here;
  }
  return points;
}

/** The upright box around a rotated drawing, as a detector would return it. */
export function boundsOf(drawing: ObjectDrawing, { x, y, turn = 0, scale = 1 }: Placement): Box {
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  const turned = pointsOf(drawing.outline).map(
    ([px, py]): Point => [px * cos - py * sin, px * sin + py * cos],
  );
  const xs = turned.map(([px]) => px);
  const ys = turned.map(([, py]) => py);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: x + left, y: y + top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}
