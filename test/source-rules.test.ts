import { describe, expect, test } from "vitest";
import { filesUnder } from "./architecture/import-graph.ts";

/** What the security case says of the code that ships. */
const shipped = ["src", "packages"]
  .flatMap(filesUnder)
  .filter(({ path }) =>
    /^(src|packages\/(identity|user-document|contract|server|prerender)\/src)\//.test(path),
  )
  .map(({ path, text }) => ({ path, code: text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "") }));

/** The files whose code matches. */
const filesWith = (pattern: RegExp): string[] =>
  shipped.filter(({ code }) => pattern.test(code)).map(({ path }) => path);

describe("the shipped code", () => {
  test("the shipped code signs a user in at one place", () => {
    expect(filesWith(/dispatch\(\{ type: "signed-in"/)).toEqual([
      "packages/identity/src/sign-in/start-session.ts",
    ]);
  });

  test("the shipped code uses SHA-1 only for the ranges of breached passwords, and no older hash", () => {
    expect(filesWith(/["']sha-?1["']/i)).toEqual(["src/identity/methods/breached-password.ts"]);
    expect(filesWith(/["'](md[245]|ripemd\w*|rc4|des(-\w+)*)["']/i)).toEqual([]);
  });

  test("the shipped code makes no code of text", () => {
    expect(filesWith(/\beval\(|\bnew Function\(|\bset(Timeout|Interval)\(["'`]/)).toEqual([]);
  });
});

/** Verbs that are no nouns, so that a name which begins with one of them has no subject. */
const VERBS =
  "is|has|does|can|cannot|may|must|never|accepts|adds|applies|asks|checks|closes|completes|counts|creates|deletes|ends|fails|finds|follows|gets|gives|holds|ignores|keeps|leaves|lets|makes|moves|names|needs|offers|opens|passes|refuses|rejects|removes|resumes|retries|returns|runs|says|sends|sets|shows|starts|stays|stops|stores|survives|takes|tells|treats|uses|waits|works|writes";

test("the name of a test states its subject without the group around it", () => {
  const name = new RegExp(
    `(?:\\btest(?:\\.\\w+)*|\\))\\(\\s*["\`]((?:${VERBS}) [^"\`]*)["\`], *(?:async|\\()`,
    "g",
  );
  const faults = ["packages", "test"]
    .flatMap(filesUnder)
    .flatMap(({ path, text }) => [...text.matchAll(name)].map(([, found]) => `${path}: ${found}`));
  expect(faults).toEqual([]);
});
