import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FAULTS } from "./simulation/faults.ts";
import { PAGE_FAULTS } from "./simulation/pages/faults.ts";
import { SERVER_FAULTS } from "./simulation/server-faults.ts";

type Text = { file: string; find: string; replace: string };
type Fault = Text & { name: string; guards?: readonly Text[] };

/** A fault, with its files below the project's root. */
const below = (folder: string, { guards = [], ...fault }: Fault) =>
  [fault, ...guards].map((text) => ({ ...text, file: folder + text.file, name: fault.name }));

const TEXTS = [
  ...FAULTS.flatMap((fault) => below(`packages/${fault.source ?? "identity"}/src/`, fault)),
  ...SERVER_FAULTS.flatMap((fault) => below("packages/identity-server/src/", fault)),
  ...PAGE_FAULTS.flatMap((fault) => below("", fault)),
];

const code = new Map<string, string>();
const read = (file: string): string => {
  const text = code.get(file) ?? readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
  code.set(file, text);
  return text;
};

test("the code holds each text that a planted fault replaces once", () => {
  const wrong = TEXTS.filter(
    ({ file, find, replace }) => read(file).split(find).length !== 2 || find === replace,
  );
  expect(TEXTS.length).toBeGreaterThan(150);
  expect(wrong.map(({ name, file }) => `${name}: ${file}`)).toEqual([]);
});
