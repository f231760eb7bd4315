import { paintBelt, paintBox, paintGantry, paintObject, paintTally } from "./paint.ts";
import { HEIGHT, objects, positionOf, WIDTH } from "./scene.ts";

/**
 * Draws the moment `t` (0…1) of the loop. Everything is a function of `t` alone, and the belt moves by one
 * whole cycle, so the loop has no visible seam.
 */
function drawFrame(canvas: HTMLCanvasElement, t: number): void {
  const c = canvas.getContext("2d");
  if (!c) throw new Error("This browser gave no 2d canvas.");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  paintBelt(c, t);
  const seen = objects.map((object) => ({ object, y: positionOf(object, t) }));
  for (const { object, y } of seen) paintObject(c, object, y);
  paintGantry(c);
  for (const { object, y } of seen) paintBox(c, object, y);
  paintTally(c, t);
}

Object.assign(globalThis, { drawFrame });
