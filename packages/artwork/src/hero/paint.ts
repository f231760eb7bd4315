import { objectKinds } from "../../../../src/artwork/objects/catalog.ts";
import { palette } from "../../../../src/artwork/palette.ts";
import { belt, type Carried, LOCK_Y, secondsPast } from "./scene.ts";

export type Canvas = CanvasRenderingContext2D;

export const clamp01 = (value: number) => Math.min(1, Math.max(0, value));
export const easeOut = (value: number) => 1 - (1 - clamp01(value)) ** 3;

const MONO = '"Geist Mono Variable", monospace';
const paths = new Map<string, Path2D>();

function path(d: string): Path2D {
  const known = paths.get(d) ?? new Path2D(d);
  paths.set(d, known);
  return known;
}

export function paintObject(c: Canvas, object: Carried, y: number): void {
  const { drawing } = objectKinds[object.name];
  const place = (dx: number, dy: number) => {
    c.translate(object.x + dx, y + dy);
    c.rotate(((object.turn ?? 0) * Math.PI) / 180);
    c.scale(object.scale ?? 1, object.scale ?? 1);
  };
  c.save();
  place(5, 9);
  c.fillStyle = "rgba(4, 8, 6, 0.5)";
  c.filter = "blur(5px)";
  c.fill(path(drawing.outline));
  c.restore();
  c.save();
  place(0, 0);
  c.lineJoin = "round";
  c.lineCap = "round";
  for (const layer of drawing.layers) {
    c.globalAlpha = layer.opacity ?? 1;
    if (layer.fill) {
      c.fillStyle = layer.fill;
      c.fill(path(layer.d));
    }
    if (layer.stroke) {
      c.strokeStyle = layer.stroke;
      c.lineWidth = layer.width ?? 1;
      c.stroke(path(layer.d));
    }
  }
  c.restore();
}

/** The corner brackets close in on the object, then the tab opens and the figure settles. */
export function paintBox(c: Canvas, object: Carried, y: number): void {
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
