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
  test("signs a user in at one place", () => {
    expect(filesWith(/dispatch\(\{ type: "signed-in"/)).toEqual([
      "packages/identity/src/sign-in/start-session.ts",
    ]);
  });

  test("uses SHA-1 only for the ranges of breached passwords, and no older hash", () => {
    expect(filesWith(/["']sha-?1["']/i)).toEqual(["src/identity/methods/breached-password.ts"]);
    expect(filesWith(/["'](md[245]|ripemd\w*|rc4|des(-\w+)*)["']/i)).toEqual([]);
  });

  test("makes no code of text", () => {
    expect(filesWith(/\beval\(|\bnew Function\(|\bset(Timeout|Interval)\(["'`]/)).toEqual([]);
  });
});
