import { palette } from "../../../../src/artwork/palette.ts";
import type { Canvas } from "./paint.ts";
import { belt, CYCLE, gantry, HEIGHT, WIDTH } from "./scene.ts";

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
