import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { objectKinds } from "../../../src/artwork/objects/catalog.ts";
import {
  belt,
  type Cargo,
  COUNT_Y,
  CYCLE,
  FPS,
  HEIGHT,
  LEAD_IN,
  LOCK_Y,
  objects,
  positionOf,
  SECONDS,
} from "../src/hero/scene.ts";

const media = (name: string) =>
  statSync(fileURLToPath(new URL(`../../../public/media/${name}`, import.meta.url)));
const MAX_VIDEO_BYTES = 900_000;
const BOX_PAD = 9;
const TAB_HEIGHT = 32;

type Area = { name: string; left: number; right: number; top: number; bottom: number };

/** The box and tab of an object, once at its position on the cycle and once one cycle later. */
const areasOf = ({ name, confidence, x, y, box }: Cargo): Area[] => {
  const tab = (objectKinds[name].label.length + 1 + confidence.toFixed(2).length) * 19 * 0.6 + 20;
  const left = x + box.x - BOX_PAD;
  const tabLeft = Math.min(left, belt.right - 6 - tab);
  return [0, CYCLE].flatMap((turn) => {
    const top = turn + y + box.y - BOX_PAD;
    const right = x + box.x + box.width + BOX_PAD;
    return [
      { name, left, right, top, bottom: turn + y + box.y + box.height + BOX_PAD },
      { name, left: tabLeft, right: tabLeft + tab, top: top - TAB_HEIGHT, bottom: top },
    ];
  });
};

const overlap = (one: Area, other: Area) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

describe("hero loop", () => {
  test("the belt of the hero loop moves by whole pixels per frame, and the loop ends where it began", () => {
    expect(CYCLE % (FPS * SECONDS)).toBe(0);
    for (const object of objects) expect(positionOf(object, 1)).toBe(positionOf(object, 0));
  });

  test("objects enter and leave the hero loop only outside the picture", () => {
    for (const { name, box } of objects) {
      expect(LEAD_IN - box.height / 2, name).toBeGreaterThanOrEqual(TAB_HEIGHT);
      expect(CYCLE - LEAD_IN + box.y - BOX_PAD - TAB_HEIGHT, name).toBeGreaterThanOrEqual(HEIGHT);
    }
  });

  test("the boxes of the hero loop's objects stay on the belt and do not overlap", () => {
    const areas = objects.map(areasOf);
    for (const [index, mine] of areas.entries()) {
      expect(mine.filter(({ left, right }) => left < belt.left || right > belt.right)).toEqual([]);
      const others = areas.slice(index + 1).flat();
      const clashes = mine.flatMap((one) => others.filter((other) => overlap(one, other)));
      expect(clashes.map(({ name }) => `${mine[0]?.name} and ${name}`)).toEqual([]);
    }
  });

  test("the hero loop shows an object as detected before it counts the object", () => {
    expect(LOCK_Y).toBeLessThan(COUNT_Y);
  });

  test.each(["hero.webm", "hero.mp4"])("the hero loop's video %s stays within its size limit", (name) => {
    expect(media(name).size).toBeLessThanOrEqual(MAX_VIDEO_BYTES);
  });
});
