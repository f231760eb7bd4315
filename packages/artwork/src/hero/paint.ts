import { paletteTexts } from "../../../../src/artwork/artwork-texts.ts";
import { objectKinds } from "../../../../src/artwork/objects/catalog.ts";
import { MATERIALS, materialColor, palette } from "../../../../src/artwork/palette.ts";
import {
  bar,
  belt,
  type Cargo,
  COUNT_Y,
  CYCLE,
  gantry,
  HEIGHT,
  LEAD_IN,
  LOCK_Y,
  objects,
  SECONDS,
  secondsPast,
  WIDTH,
} from "./scene.ts";

type Canvas = CanvasRenderingContext2D;

const clamp01 = (value: number) => Math.min(1, Math.max(0, value));
const easeOut = (value: number) => 1 - (1 - clamp01(value)) ** 3;

const MONO = '"Geist Mono Variable", monospace';
const paths = new Map<string, Path2D>();

function cachedPath(d: string): Path2D {
  const known = paths.get(d) ?? new Path2D(d);
  paths.set(d, known);
  return known;
}

export function paintObject(c: Canvas, object: Cargo, y: number): void {
  const { drawing } = objectKinds[object.name];
  const placeObject = (dx: number, dy: number) => {
    c.translate(object.x + dx, y + dy);
    c.rotate(((object.turn ?? 0) * Math.PI) / 180);
    c.scale(object.scale ?? 1, object.scale ?? 1);
  };
  c.save();
  placeObject(5, 9);
  c.fillStyle = "rgba(4, 8, 6, 0.5)";
  c.filter = "blur(5px)";
  c.fill(cachedPath(drawing.outline));
  c.restore();
  c.save();
  placeObject(0, 0);
  c.lineJoin = "round";
  c.lineCap = "round";
  for (const layer of drawing.layers) {
    c.globalAlpha = Number(layer.opacity ?? 1);
    if (layer.fill) {
      c.fillStyle = layer.fill;
      c.fill(cachedPath(layer.d));
    }
    if (layer.stroke) {
      c.strokeStyle = layer.stroke;
      c.lineWidth = Number(layer.strokeWidth ?? 1);
      c.stroke(cachedPath(layer.d));
    }
  }
  c.restore();
}

/** The corner brackets close in on the object, then the tab opens and the figure settles. */
export function paintBox(c: Canvas, object: Cargo, y: number): void {
  const age = secondsPast(y, LOCK_Y);
  if (age < 0) return;
  const { label, isContaminant } = objectKinds[object.name];
  const lock = easeOut(age / 0.45);
  const pad = 9 + (1 - lock) * 30;
  const left = object.x + object.box.x - pad;
  const top = y + object.box.y - pad;
  const [width, height] = [object.box.width + 2 * pad, object.box.height + 2 * pad];
  const color = isContaminant ? palette.contaminant : palette.lime;
  c.save();
  c.globalAlpha = lock;
  c.strokeStyle = color;
  c.lineWidth = 3.5;
  c.beginPath();
  const arm = 22;
  for (const [cx, cy, sx, sy] of [
    [left, top, 1, 1],
    [left + width, top, -1, 1],
    [left + width, top + height, -1, -1],
    [left, top + height, 1, -1],
  ] as const) {
    c.moveTo(cx + sx * arm, cy);
    c.lineTo(cx, cy);
    c.lineTo(cx, cy + sy * arm);
  }
  c.stroke();
  c.globalAlpha = (isContaminant ? 0.75 : 0.55) * easeOut((age - 0.25) / 0.4);
  c.lineWidth = 1.25;
  c.strokeRect(left, top, width, height);
  c.restore();
  paintTab(c, { left, top, age, label, confidence: object.confidence, color, isContaminant });
}

type Tab = {
  left: number;
  top: number;
  age: number;
  label: string;
  confidence: number;
  color: string;
  isContaminant: boolean;
};

function paintTab(c: Canvas, tab: Tab): void {
  const open = easeOut((tab.age - 0.3) / 0.3);
  if (open <= 0) return;
  const settle = easeOut((tab.age - 0.35) / 0.7);
  const figure = (0.5 + (tab.confidence - 0.5) * settle).toFixed(2);
  c.save();
  c.font = `600 19px ${MONO}`;
  c.textBaseline = "middle";
  const width = c.measureText(`${tab.label} ${figure}`).width + 20;
  const left = Math.min(tab.left - 1.75, belt.right - 6 - width);
  c.beginPath();
  c.rect(left, tab.top - 32, width * open, 31);
  c.fillStyle = tab.color;
  c.fill();
  c.clip();
  c.fillStyle = tab.isContaminant ? palette.chalk : palette.ink;
  c.fillText(`${tab.label} ${figure}`, left + 10, tab.top - 15.5);
  c.restore();
}

const RIB = 40;
const TICK = 20;

/**
 * Floor, frame and the running belt. Nothing here is brighter than graphite, because text may cover the left
 * side.
 */
export function paintBelt(c: Canvas, t: number): void {
  c.fillStyle = palette.ink;
  c.fillRect(0, 0, WIDTH, HEIGHT);
  const width = belt.right - belt.left;
  c.fillStyle = "#18211D";
  c.fillRect(belt.left, 0, width, HEIGHT);
  const lamp = c.createRadialGradient(belt.left + width / 2, 300, 60, belt.left + width / 2, 320, 520);
  lamp.addColorStop(0, "rgba(86, 104, 95, 0.42)");
  lamp.addColorStop(0.6, "rgba(58, 72, 65, 0.2)");
  lamp.addColorStop(1, "rgba(38, 49, 44, 0)");
  c.fillStyle = lamp;
  c.fillRect(belt.left, 0, width, HEIGHT);
  const travel = CYCLE * t;
  c.save();
  c.beginPath();
  c.rect(belt.left, 0, width, HEIGHT);
  c.clip();
  // Chevron ribs, as on a climbing belt, so that an empty belt also visibly moves.
  c.lineWidth = 2;
  for (let y = (travel % RIB) - RIB * 2; y < HEIGHT + RIB; y += RIB) {
    c.beginPath();
    c.moveTo(belt.left, y);
    c.lineTo(belt.left + width / 2, y + 34);
    c.lineTo(belt.right, y);
    c.strokeStyle = "rgba(8, 13, 11, 0.55)";
    c.stroke();
    c.translate(0, 2);
    c.strokeStyle = "rgba(218, 214, 202, 0.045)";
    c.stroke();
    c.translate(0, -2);
  }
  c.restore();
  paintRail(c, belt.left - 14, travel, -1);
  paintRail(c, belt.right, travel, 1);
}

/** A side rail with the ruler that the belt's encoder counts. */
function paintRail(c: Canvas, left: number, travel: number, side: 1 | -1): void {
  c.fillStyle = "#222C27";
  c.fillRect(left, 0, 14, HEIGHT);
  c.fillStyle = "rgba(247, 245, 239, 0.1)";
  c.fillRect(side < 0 ? left + 13 : left, 0, 1, HEIGHT);
  c.fillStyle = "rgba(218, 214, 202, 0.34)";
  const first = Math.floor(-travel / TICK) * TICK;
  for (let mark = first; mark < HEIGHT - travel + TICK; mark += TICK) {
    const long = mark % 100 === 0;
    const length = long ? 10 : 5;
    c.fillRect(side < 0 ? left + 12 - length : left + 2, Math.round(mark + travel), length, 1.5);
  }
}

/** The camera beam over the belt. Objects are detected when they leave it. */
export function paintGantry(c: Canvas): void {
  const [left, width] = [belt.left - 30, belt.right - belt.left + 60];
  const { top, bottom } = gantry;
  const shadow = c.createLinearGradient(0, bottom, 0, bottom + 34);
  shadow.addColorStop(0, "rgba(4, 8, 6, 0.75)");
  shadow.addColorStop(1, "rgba(4, 8, 6, 0)");
  c.fillStyle = shadow;
  c.fillRect(belt.left, bottom, belt.right - belt.left, 34);
  c.fillStyle = "#2B3731";
  c.fillRect(left, top, width, bottom - top);
  c.fillStyle = "rgba(247, 245, 239, 0.14)";
  c.fillRect(left, top, width, 1.5);
  c.fillStyle = "#1C2621";
  c.fillRect(left, bottom - 12, width, 12);
  for (const x of [belt.left + 110, (belt.left + belt.right) / 2, belt.right - 110]) {
    c.fillStyle = "#131B17";
    c.beginPath();
    c.roundRect(x - 44, top + 6, 88, 26, 5);
    c.fill();
    for (const [radius, color] of [
      [10, "#3A4842"],
      [7.5, "#0A100D"],
    ] as const) {
      c.fillStyle = color;
      c.beginPath();
      c.arc(x, top + 19, radius, 0, Math.PI * 2);
      c.fill();
    }
    c.fillStyle = "rgba(201, 242, 77, 0.9)";
    c.beginPath();
    c.arc(x + 30, top + 19, 2.6, 0, Math.PI * 2);
    c.fill();
  }
  const glow = c.createLinearGradient(0, bottom - 2, 0, bottom + 26);
  glow.addColorStop(0, "rgba(201, 242, 77, 0.30)");
  glow.addColorStop(1, "rgba(201, 242, 77, 0)");
  c.fillStyle = glow;
  c.fillRect(belt.left, bottom - 2, belt.right - belt.left, 28);
  c.fillStyle = palette.lime;
  c.fillRect(belt.left, bottom - 3, belt.right - belt.left, 3);
}

/** The load ends and the bar empties at this moment of the loop, when no object is being counted. */
const RESET_AT = 0.21;
const EMPTYING_S = 0.7;

/** The counted share of an object at `t`: 0 before it is counted, 1 afterwards, and 0 again when the bar empties. */
function countedShare(object: Cargo, t: number): number {
  const crossing = ((((COUNT_Y + LEAD_IN - object.y) / CYCLE) % 1) + 1) % 1;
  const timeSinceReset = (moment: number) => (moment - RESET_AT + 1) % 1;
  const age = (timeSinceReset(t) - timeSinceReset(crossing)) * SECONDS;
  const left = (1 - timeSinceReset(t)) * SECONDS;
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
