import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./architecture/import-graph.ts";
import { withSections } from "./bench/support/document.mjs";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const cells = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The tables of docs/bench.md: title, then line, then library without its version. */
const tables = new Map(
  read("docs/bench.md")
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
  if (value === undefined) throw new Error(`docs/bench.md has no "${title}", "${line}", ${library}`);
  return value;
};
const size = (line: string, library = "tallybin") => measured("Bytes", line, library);
const whole = (text: string) => String(Math.round(Number(text)));
const [password, popup, all] = ["password only", "popup, mail, codes, profile", "everything"] as const;
const document = "live document, beside the popup row";

describe("the figures of the READMEs are those of docs/bench.md", () => {
  test.each([
    ["README.md", `an identity client of ${whole(size(password))} to ${whole(size(all))} kB`],
    [
      "README.md",
      `Google's SDK has [${whole(size(password, "firebase"))} to ${whole(size(all, "firebase"))} kB](docs/bench.md)`,
    ],
    ["README.md", `a live Firestore document in ${size(document)} kB`],
    ["packages/user-document/README.md", `adds ${size(document)} kB`],
    [
      "packages/user-document/README.md",
      `The Firestore SDK [adds ${size(document, "firebase")} kB](../../docs/bench.md)`,
    ],
    [
      "packages/identity/README.md",
      `[Firebase's SDK](../../docs/bench.md): ${[password, popup, all].map((line) => size(line, "firebase")).join(", ")}`,
    ],
  ])("the figure in %s is that of docs/bench.md: %s", (file, claim) => {
    const isSaid = read(file).replaceAll(/\s+/g, " ").includes(claim);
    expect(isSaid, `${file} must say "${claim}"`).toBe(true);
  });
});

describe("the promises of the README hold in docs/bench.md", () => {
  const ofOurs = (title: string) =>
    [...(tables.get(title) ?? [])].map(([line, values]) => `${line}: ${values.get("tallybin")}`);

  test("tokens are refreshed once per browser in docs/bench.md", () => {
    expect(ofOurs("Token refreshes of ten tabs with an expired session")).toEqual([
      "at once: 1",
      "100 ms apart: 1",
      "reload at once: 1",
    ]);
  });

  test.each(["A stored session after a start during a fault", "The same with an expired token"])(
    "a session outlives every fault in docs/bench.md: %s",
    (title) => {
      const lines = ofOurs(title);
      expect(lines.length).toBe(10);
      expect(lines.filter((line) => !line.endsWith(": kept"))).toEqual([]);
    },
  );
});

test("a row that is measured again replaces its section, and a new one follows after a blank line", () => {
  const page = "# Bench\n\nLead.\n\n## A\n\nold\n\n## B\n\nkept\n";
  expect(withSections(page, ["## A\n\nnew\n", "## C\n\nadded"])).toBe(
    "# Bench\n\nLead.\n\n## A\n\nnew\n\n## B\n\nkept\n\n## C\n\nadded\n",
  );
  const bench = read("docs/bench.md");
  expect(withSections(bench, [])).toBe(bench);
});
