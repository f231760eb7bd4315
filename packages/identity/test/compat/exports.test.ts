import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as compat from "../../src/compat/index.ts";
import { DIFFERENCES, googleClasses, googleExports } from "./exports.ts";

const index = readFileSync(new URL("../../src/compat/index.ts", import.meta.url), "utf8");
const google = googleExports();
const ours: Record<string, unknown> = { ...compat };

/** The exports here that Google's package does not have. */
const OWN = ["identityClientOf"];

test("compat exports the names of Google's package and the client's own additions, and nothing else", () => {
  const named = [...index.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.trim().replace(/^type /, ""))
    .filter(Boolean);
  expect(named.toSorted((a, b) => a.localeCompare(b))).toEqual(
    [...google.keys(), ...OWN].toSorted((a, b) => a.localeCompare(b)),
  );
  const values = [...google].filter(([, kind]) => kind !== "type").map(([name]) => name);
  expect(values.filter((name) => !(name in ours))).toEqual([]);
});

test("each documented difference names an export of Google's package", () => {
  expect(Object.keys(DIFFERENCES).filter((name) => !google.has(name))).toEqual([]);
});

test("the constants of Google's package have the same values in compat", async () => {
  const real: Record<string, unknown> = { ...(await import("@firebase/auth")) };
  const constants = [...google]
    .filter(([name, kind]) => kind === "const" && !/Persistence$|ErrorMap$|Resolver$/.test(name))
    .map(([name]) => name);
  expect(constants).toContain("AuthErrorCodes");
  for (const name of constants) expect(ours[name], name).toEqual(real[name]);
});

test("the classes of Google's package have the same methods and static members in compat", () => {
  const classes = googleClasses();
  expect(classes.get("OAuthProvider")).toContain("static credentialFromResult");
  // The base class is abstract here.
  classes.delete("AuthCredential");
  for (const [name, members] of classes) {
    const own = ours[name] as { prototype: object };
    for (const member of members) {
      const [, isStatic, key = ""] = /^(static )?(.*)$/.exec(member) ?? [];
      expect(key in (isStatic ? own : own.prototype), `${name}: ${member}`).toBe(true);
    }
  }
});
