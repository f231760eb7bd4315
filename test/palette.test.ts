import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { brand, dark, light, material, materialDark, providerButtons } from "../src/styles/palette.ts";

/** @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const TEXT = 7;
/** The services give these colors. */
const PROVIDER_TEXT = 4.5;
const CONTROL = 3;

const schemes = [
  { scheme: "light", color: light, materials: material },
  { scheme: "dark", color: dark, materials: materialDark },
];
/** Foreground, background and the least contrast. */
type Pair = [front: string, back: string, least: number];

describe.each(schemes)("the $scheme scheme", ({ scheme, color, materials }) => {
  const surfaces = [color.page, color.card];
  const pairs: [name: string, pairs: Pair[]][] = [
    ["body text", [...surfaces, color.accentTint, color.dangerTint].map((back) => [color.text, back, TEXT])],
    [
      "secondary text, links, messages and advice",
      [color.muted, color.link, color.accent, color.accentStrong, color.danger, color.caution].flatMap(
        (front) => surfaces.map((back): Pair => [front, back, TEXT]),
      ),
    ],
    [
      "text of alerts and buttons",
      [
        [color.accentStrong, color.accentTint, TEXT],
        [color.danger, color.dangerTint, TEXT],
        [color.onAccent, color.accent, TEXT],
        [color.onAccent, color.accentStrong, TEXT],
        [color.onAccent, color.danger, TEXT],
        [color.onAccent, color.dangerStrong, TEXT],
        [color.page, color.text, TEXT],
        [color.page, color.muted, TEXT],
      ],
    ],
    ["borders of controls", surfaces.map((back) => [color.control, back, CONTROL])],
    [
      "materials in data, except fibre on light surfaces, which stands beside its label",
      Object.entries(materials)
        .filter(([name]) => name !== "fibre" || scheme === "dark")
        .flatMap(([, front]) => surfaces.map((back): Pair => [front, back, CONTROL])),
    ],
    [
      "buttons of other services",
      Object.values(providerButtons).flatMap((button): Pair[] => {
        const { background, borderColor, color: front } = button[scheme === "dark" ? "dark" : "light"];
        return [
          [front, background, PROVIDER_TEXT],
          [borderColor, color.page, CONTROL],
        ];
      }),
    ],
  ];
  test.each(pairs)("the contrast in the color scheme is high enough for %s", (_, each) => {
    const faults = each
      .filter(([front, back, least]) => contrast(front, back) < least)
      .map(([front, back]) => `${front} on ${back}: ${contrast(front, back).toFixed(2)}`);
    expect(faults).toEqual([]);
  });
});

test("the contrast of text on dark bands is high enough", () => {
  for (const back of [brand.ink, brand.graphite])
    for (const front of [brand.paper, brand.line, brand.lime])
      expect(contrast(front, back)).toBeGreaterThan(TEXT);
  expect(contrast(brand.ink, brand.limeBright)).toBeGreaterThan(TEXT);
});

test("docs/generated/palette.md lists each color of the theme", () => {
  const page = readFileSync("docs/generated/palette.md", "utf8");
  const rows = (names: object, other: Record<string, string>) =>
    Object.entries(names).map(([name, value]) => `| \`${name}\` | \`${value}\` | \`${other[name]}\` |`);
  for (const row of [...rows(light, dark), ...rows(material, materialDark)]) expect(page).toContain(row);
  for (const [name, value] of Object.entries(brand)) expect(page).toContain(`| \`${name}\` | \`${value}\` |`);
});
