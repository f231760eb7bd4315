import { expect, test } from "vitest";
import { packagedReadme } from "../src/pack.ts";
import { released } from "../src/released.ts";

test.each(released)("the packed README of $name has a blank line around each heading", ({ readme }) => {
  const prose = packagedReadme(readme).replace(/^```[\s\S]*?^```$/gm, "");
  expect(prose.match(/[^\n]\n#+ .*|^#+ .*\n[^\n]/gm) ?? []).toEqual([]);
});
