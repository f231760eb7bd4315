import { type Box, boundsOf, type Placement } from "../../../../src/artwork/objects/bounds.ts";
import { type ObjectName, objectKinds } from "../../../../src/artwork/objects/catalog.ts";

export const WIDTH = 1280;
export const HEIGHT = 720;
export const FPS = 60;
export const SECONDS = 10;

/** How far the belt moves in one loop: 2 whole pixels per frame, so that edges do not shimmer. */
export const CYCLE = 1200;
/** The position in the cycle at which the picture begins, so that nothing appears or disappears inside it. */
export const LEAD_IN = 240;

/** The left 40 % is for the headline: nothing moves there. */
export const belt = { left: 500, right: 1076 };
export const gantry = { top: 62, bottom: 112 };
/** An object is detected once its middle is this far down, just clear of the gantry. */
export const LOCK_Y = 172;
/** An object is counted once its middle is this far down. */
export const COUNT_Y = 560;
export const bar = { left: 1120, width: 24, top: 62, bottom: 660 };

export type Cargo = Placement & { name: ObjectName; confidence: number; box: Box };

const createCarriedObject = (name: ObjectName, confidence: number, placement: Placement): Cargo => ({
  name,
  confidence,
  ...placement,
  box: boundsOf(objectKinds[name].drawing, { ...placement, x: 0, y: 0 }),
});

/** The objects on the belt, `y` along the cycle: three loose lanes, placed by eye. A test finds overlaps. */
export const objects: readonly Cargo[] = [
  createCarriedObject("petBottle", 0.97, { x: 604, y: 622, turn: 38, scale: 0.9 }),
  createCarriedObject("newspaper", 0.9, { x: 598, y: 926, turn: -10, scale: 0.88 }),
  createCarriedObject("jug", 0.94, { x: 588, y: 22, turn: -20, scale: 0.86 }),
  createCarriedObject("can", 0.96, { x: 590, y: 318, turn: -32, scale: 0.94 }),
  createCarriedObject("film", 0.91, { x: 788, y: 540, turn: -12, scale: 0.9 }),
  createCarriedObject("cardboard", 0.95, { x: 786, y: 806, turn: 8, scale: 0.8 }),
  createCarriedObject("glassBottle", 0.93, { x: 792, y: 1092, turn: -52, scale: 0.86 }),
  createCarriedObject("eggCarton", 0.92, { x: 786, y: 172, turn: 12, scale: 0.84 }),
  createCarriedObject("bananaPeel", 0.88, { x: 972, y: 664, turn: 16, scale: 0.92 }),
  createCarriedObject("petBottle", 0.96, { x: 984, y: 962, turn: -18, scale: 0.9 }),
  createCarriedObject("battery", 0.89, { x: 966, y: 58, turn: 28, scale: 0.9 }),
  createCarriedObject("appleCore", 0.87, { x: 976, y: 366, turn: 40, scale: 0.98 }),
];

/** Where an object is at time `t` (0…1), in picture coordinates. */
export function positionOf(object: Cargo, t: number): number {
  return ((object.y + CYCLE * t) % CYCLE) - LEAD_IN;
}

/** The seconds since the object passed a line; negative before that. */
export function secondsPast(y: number, line: number): number {
  return ((y - line) / CYCLE) * SECONDS;
}
