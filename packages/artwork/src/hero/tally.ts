import { objectKinds } from "../../../../src/artwork/objects/catalog.ts";
import { MATERIALS, materialColor, palette } from "../../../../src/artwork/palette.ts";
import { paletteTexts } from "../../../../src/artwork/palette-texts.ts";
import { type Canvas, clamp01, easeOut } from "./paint.ts";
import { bar, type Carried, COUNT_Y, CYCLE, LEAD_IN, objects, SECONDS } from "./scene.ts";

/** The load ends and the bar empties at this moment of the loop, when no object is being counted. */
const RESET_AT = 0.21;
const EMPTYING_S = 0.7;

/** The counted share of an object at `t`: 0 before it is counted, 1 afterwards, and 0 again when the bar empties. */
function countedShare(object: Carried, t: number): number {
  const crossing = ((((COUNT_Y + LEAD_IN - object.y) / CYCLE) % 1) + 1) % 1;
  const sinceReset = (moment: number) => (moment - RESET_AT + 1) % 1;
  const age = (sinceReset(t) - sinceReset(crossing)) * SECONDS;
  const left = (1 - sinceReset(t)) * SECONDS;
  return easeOut(age / 0.6) * easeOut(left / EMPTYING_S);
}

/** The composition of the load during counting: each material with its name and its count. */
export function paintTally(c: Canvas, t: number): void {
  const height = bar.bottom - bar.top;
  c.fillStyle = "#1C2621";
  c.fillRect(bar.left, bar.top, bar.width, height);
  let y = bar.bottom;
  for (const material of MATERIALS) {
    const mine = objects.filter((object) => objectKinds[object.name].material === material);
    const shares = mine.map((object) => countedShare(object, t));
    const total = shares.reduce((sum, share) => sum + share, 0);
    const piece = (total / objects.length) * height;
    if (piece < 0.5) continue;
    y -= piece;
    c.fillStyle = materialColor[material];
    c.fillRect(bar.left, y, bar.width, Math.max(0, piece - 2));
    const shown = clamp01((piece - 18) / 20);
    if (shown === 0) continue;
    c.globalAlpha = shown;
    c.fillStyle = palette.paper;
    c.font = '500 16px "Geist Mono Variable", monospace';
    c.textBaseline = "top";
    c.fillText(paletteTexts[material], bar.left + bar.width + 12, y + 1);
    paintStrokes(
      c,
      bar.left + bar.width + 13,
      y + 21,
      // Sort by counting order, so that strokes are added at the end, as by hand.
      shares.toSorted((one, other) => other - one),
    );
    c.globalAlpha = 1;
  }
}

/** One stroke per counted object, the fifth across the others, as in the company's mark. */
function paintStrokes(c: Canvas, x: number, y: number, shares: readonly number[]): void {
  c.fillStyle = palette.lime;
  for (const [index, share] of shares.entries()) c.fillRect(x + index * 7, y, 3, 13 * clamp01(share));
}
