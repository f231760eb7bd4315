import { type Box, boundsOf, type Placement } from "../../../../src/artwork/objects/bounds.ts";
import { type ObjectName, objectKinds } from "../../../../src/artwork/objects/catalog.ts";

export const WIDTH = 1280;
export const HEIGHT = 720;
export const FPS = 60;
export const SECONDS = 10;

/**
 * The belt moves this far in one loop: 2 whole pixels per frame at 60 frames per second, so that edges do not
 * shimmer.
 */
export const CYCLE = 1200;
/** The position in the cycle at which the picture begins, so that nothing appears or disappears inside it. */
export const LEAD_IN = 240;

/** The left 40 % is for the headline: nothing moves there. */
export const belt = { left: 500, right: 1076 };
export const gantry = { top: 62, bottom: 112 };
/** An object is detected once its middle is this far down, just clear of the gantry. */
export const LOCK_Y = 172;
/** Its counting line. */
export const COUNT_Y = 560;
export const bar = { left: 1120, width: 24, top: 62, bottom: 660 };

export type Carried = Placement & { name: ObjectName; confidence: number; box: Box };

const carried = (
  name: ObjectName,
  confidence: number,
  x: number,
  y: number,
  turn: number,
  scale = 1,
): Carried => ({
  name,
  confidence,
  x,
  y,
  turn,
  scale,
  box: boundsOf(objectKinds[name].drawing, { x: 0, y: 0, turn, scale }),
});

/**
 * The objects on the belt, `y` along the cycle: three loose lanes, set by eye; a test checks that the boxes do not
 * overlap.
 */
export const objects: readonly Carried[] = [
  carried("petBottle", 0.97, 604, 622, 38, 0.9),
  carried("newspaper", 0.9, 598, 926, -10, 0.88),
  carried("jug", 0.94, 588, 22, -20, 0.86),
  carried("can", 0.96, 590, 318, -32, 0.94),
  carried("film", 0.91, 788, 540, -12, 0.9),
  carried("cardboard", 0.95, 786, 806, 8, 0.8),
  carried("glassBottle", 0.93, 792, 1092, -52, 0.86),
  carried("eggCarton", 0.92, 786, 172, 12, 0.84),
  carried("bananaPeel", 0.88, 972, 664, 16, 0.92),
  carried("petBottle", 0.96, 984, 962, -18, 0.9),
  carried("battery", 0.89, 966, 58, 28, 0.9),
  carried("appleCore", 0.87, 976, 366, 40, 0.98),
];

/** Where an object is at time `t` (0…1), in picture coordinates. */
export function positionOf(object: Carried, t: number): number {
  return ((object.y + CYCLE * t) % CYCLE) - LEAD_IN;
}

/** The seconds since the object passed a line; negative before that. */
export function secondsPast(y: number, line: number): number {
  return ((y - line) / CYCLE) * SECONDS;
}
