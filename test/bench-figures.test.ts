import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./architecture/import-graph.ts";
import { withSections } from "./lab/bench/support/document.mjs";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const cells = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The tables of docs/generated/bench.md: title, then line, then library without its version. */
const tables = new Map(
  read("docs/generated/bench.md")
    .split(/^## /m)
    .map((part) => {
      const [title = "", ...lines] = part.split("\n");
      const [head = "", , ...rows] = lines.filter((line) => line.startsWith("|"));
      const libraries = cells(head).map((name) => name.replace(/ [\d.]+$/, ""));
      return [
        title,
        new Map(
          rows.map((row) => {
            const values = cells(row);
            return [values[0] ?? "", new Map(libraries.map((name, index) => [name, values[index] ?? ""]))];
          }),
        ),
      ];
    }),
);

const measured = (title: string, line: string, library: string) => {
  const value = tables.get(title)?.get(line)?.get(library);
  if (value === undefined)
    throw new Error(`docs/generated/bench.md has no "${title}", "${line}", ${library}`);
  return value;
};
const size = (line: string, library = "tallybin") => measured("Bytes", line, library);
const whole = (text: string) => String(Math.round(Number(text)));
const [password, popup, all] = ["password only", "popup, mail, codes, profile", "everything"] as const;
const document = "live document, beside the popup row";

describe("the figures of the READMEs are those of docs/generated/bench.md", () => {
  test.each([
    ["README.md", `an identity client of ${whole(size(password))} to ${whole(size(all))} kB`],
    [
      "README.md",
      `Google's SDK has [${whole(size(password, "firebase"))} to ${whole(size(all, "firebase"))} kB](docs/generated/bench.md)`,
    ],
    ["README.md", `a live Firestore document in ${size(document)} kB`],
    ["packages/user-document/README.md", `adds ${size(document)} kB`],
    [
      "packages/user-document/README.md",
      `The Firestore SDK [adds ${size(document, "firebase")} kB](../../docs/generated/bench.md)`,
    ],
    [
      "packages/identity/README.md",
      `[Firebase's SDK](../../docs/generated/bench.md): ${[password, popup, all].map((line) => size(line, "firebase")).join(", ")}`,
    ],
  ])("the figure in %s agrees with docs/generated/bench.md: %s", (file, claim) => {
    const isSaid = read(file).replaceAll(/\s+/g, " ").includes(claim);
    expect(isSaid, `${file} must say "${claim}"`).toBe(true);
  });
});

/** The median of a figure that can have its range behind it: "1 (1–3)". */
const median = (figure: string) => figure.replace(/ \(\d.*\)$/, "");

test("the median of a measured figure is the text before the range in parentheses", () => {
  expect(["1 (1–3)", "95 ms (76–165)", "kept", "2"].map(median)).toEqual(["1", "95 ms", "kept", "2"]);
});

describe("the promises of the README hold in docs/generated/bench.md", () => {
  /** The lines of a table by each of our columns. */
  const ofOurs = (title: string) => {
    const lines = [...(tables.get(title) ?? [])];
    const ours = [...(lines[0]?.[1].keys() ?? [])].filter((library) => library.startsWith("tallybin"));
    return ours.map((library) =>
      lines.map(([line, values]) => `${line}: ${median(values.get(library) ?? "")}`),
    );
  };

  test("docs/generated/bench.md reports one token refresh per browser", () => {
    const columns = ofOurs("Token refreshes of ten tabs with an expired session");
    expect(columns).not.toEqual([]);
    for (const lines of columns)
      expect(lines).toEqual(["at once: 1", "100 ms apart: 1", "reload at once: 1"]);
  });

  test.each(["A stored session after a start during a fault", "The same with an expired token"])(
    "docs/generated/bench.md reports that the session survives every fault: %s",
    (title) => {
      const columns = ofOurs(title);
      expect(columns).not.toEqual([]);
      for (const lines of columns) {
        expect(lines.length).toBe(10);
        expect(lines.filter((line) => !line.endsWith(": kept"))).toEqual([]);
      }
    },
  );
});

test("a repeated measurement replaces its section of the bench page, and a new measurement appends a section", () => {
  const page = "# Bench\n\nLead.\n\n## A\n\nold\n\n## B\n\nkept\n";
  expect(withSections(page, ["## A\n\nnew\n", "## C\n\nadded"])).toBe(
    "# Bench\n\nLead.\n\n## A\n\nnew\n\n## B\n\nkept\n\n## C\n\nadded\n",
  );
  const bench = read("docs/generated/bench.md");
  expect(withSections(bench, [])).toBe(bench);
});
