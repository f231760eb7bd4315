import { describe, expect, test } from "vitest";
import { drawnFiles } from "../src/images.ts";

const MAX_SOCIAL_BYTES = 300_000;
const drawn = drawnFiles.map((file) => ({ ...file, content: file.draw() }));
const svgs = drawn.filter(({ type }) => type === "image/svg+xml");
const pngs = drawn.filter(({ type }) => type === "image/png");

describe("drawn files", () => {
  test("the list of drawn files has every SVG picture of the site", () => {
    expect(svgs.map(({ path }) => path)).toEqual([
      ...[1, 2, 3, 4].map((index) => `images/solution-${index}.svg`),
      ...[1, 2, 3, 4].map((index) => `images/feature-${index}.svg`),
      "images/interface.svg",
      "images/sorting-line.svg",
      "images/empty-bin.svg",
    ]);
  });

  test("each SVG picture is self-contained: namespace, text equivalent, no style, no external resource", () => {
    for (const { path, content } of svgs) {
      const text = content.toString();
      expect(text, path).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
      expect(text, path).toMatch(/<title id="[^"]+">[^<]+<\/title><desc id="[^"]+">[^<]+<\/desc>/);
      expect(text, path).not.toMatch(/style|<script|href|url\(|NaN|undefined/);
    }
  });

  test("each SVG picture has text that is at least 11 px high on a phone", () => {
    for (const { path, content } of svgs) {
      const text = content.toString();
      const width = Number(/viewBox="0 0 (\d+)/.exec(text)?.[1]);
      const sizes = [...text.matchAll(/font-size="([\d.]+)"/g)].map((match) => Number(match[1]));
      // On a phone 360 px wide, a picture is about 320 px wide.
      expect((Math.min(...sizes) * 320) / width, path).toBeGreaterThanOrEqual(11);
    }
  });

  test("each social picture is 1200 × 630 pixels and smaller than 300 kB, so that crawlers accept it", () => {
    for (const { path, content } of pngs) {
      const bytes = Buffer.from(content);
      expect([path, bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([path, 1200, 630]);
      expect(bytes.length, path).toBeLessThan(MAX_SOCIAL_BYTES);
    }
  });

  test("drawing the same picture twice gives the same file", () => {
    for (const { path, content, draw } of svgs) expect(draw(), path).toBe(content);
  });
});
