import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MUTATIONS } from "./mutations.ts";

const SOURCE = new URL("../../src/", import.meta.url);

test.each(MUTATIONS.flatMap((mutation) => ("rule" in mutation ? [] : [mutation])))(
  "the text that a seeded fault replaces occurs exactly once in the source: $name",
  ({ file, find, replace }) => {
    const path = file.includes("/") ? file : `session/${file}`;
    expect(readFileSync(new URL(path, SOURCE), "utf8").split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
  },
);
