import type { Row } from "./routes.ts";
import type { Look, Reaction, Setting } from "./visit.ts";

type Measured = { site: Row["site"]; press: string; looks: readonly Look[]; reactions: readonly Reaction[] };

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const shown = (value: number, digits: number): string => (Number.isNaN(value) ? "–" : value.toFixed(digits));
const kb = (bytes: number): string => shown(bytes / 1000, 1);
const seconds = (ms: number): string => shown(ms / 1000, 2);
const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

const SITES: Record<Row["site"], string> = {
  built: "the site",
  plain: "without scripts",
};
const HEAD = [
  "page",
  "kB in all",
  "first paint, s",
  "largest paint, s",
  "shift",
  "press",
  "kB before it reacts",
  "script, kB",
  "reacts, s",
  "interaction, ms",
];

function row({ site, press, looks, reactions }: Measured): string {
  const seen = (read: (each: Look) => number) => median(looks.map(read));
  const felt = (read: (each: Reaction) => number) => median(reactions.map(read));
  return line([
    SITES[site],
    kb(seen(({ bytes }) => bytes)),
    seconds(seen(({ paintMs }) => paintMs)),
    seconds(seen(({ largestPaintMs }) => largestPaintMs)),
    shown(
      seen(({ shift }) => shift),
      3,
    ),
    press,
    kb(felt(({ bytes }) => bytes)),
    kb(felt(({ script }) => script)),
    seconds(felt(({ reactMs }) => reactMs)),
    shown(
      felt(({ interactionMs }) => interactionMs),
      0,
    ),
  ]);
}

const titleOf = (path: string, { name, latencyMs, bytesPerMs }: Setting): string =>
  `## \`${path}\` on ${name} 3G: ${latencyMs} ms per response, ${bytesPerMs * 8} kbit/s`;

/** The tables of one page at one speed. */
export function section(measured: {
  path: string;
  setting: Setting;
  /** When and where it was measured: a section may be newer than its neighbors. */
  run: string;
  rows: readonly Measured[];
  /** The visits whose files are listed. */
  loads: readonly Reaction[];
}): string {
  const { path, setting, run, rows, loads } = measured;
  const middle = loads.toSorted((a, b) => a.reactMs - b.reactMs)[Math.floor(loads.length / 2)];
  const last = rows.findLast(({ site }) => site === "built");
  return [
    titleOf(path, setting),
    "",
    run,
    "",
    line(HEAD),
    line(HEAD.map(() => "---")),
    ...rows.map(row),
    "",
    `Before "${last?.press}" reacts:`,
    "",
    line(["file", "kB with headers", "requested, s", "arrived, s"]),
    line(["---", "---", "---", "---"]),
    ...(middle?.before ?? []).map(({ name, bytes, startMs, endMs }) =>
      line([name, kb(bytes), seconds(startMs), seconds(endMs)]),
    ),
    "",
  ].join("\n");
}

/** When and where a section is measured. */
export const runOf = (browser: string, processor: string): string =>
  `Run of ${new Date().toISOString().slice(0, 10)}: Chromium ${browser}, ${processor}, production server over HTTP/1.1.`;

/** Without figures, which the next run of a section would make false. */
export const introduction = `# The first second on a slow phone

\`npm run build && npm run bench -- page\` writes this page; a path and a speed choose a section, as in \`npm run bench -- page / slow\`. Medians of five visits with an empty cache at 360 px, with a processor slowed four times.

- **Reacts**: the press is performed. It comes as soon as the control is visible. The early script holds it until the page can perform it, or performs it at once, as it opens the menu.
- **Without scripts**: the same HTML, style, fonts and pictures. A browser cannot be faster with the same page; the press is a link.
- Bytes are those on the line, with headers.

`;
