import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isProviderId, pictureHosts, providerIds, providerOf } from "@tallybin/contract";
import { describe, expect, test } from "vitest";

/** The provider IDs in a source file. Some packages do not import the contract and list the providers again. */
function idsIn(path: string, list: RegExp): string[] {
  const file = fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  const [text = ""] = list.exec(readFileSync(file, "utf8")) ?? [];
  return [...text.matchAll(/"([a-z]+\.com)"/g)]
    .map(([, id]) => id ?? "")
    .sort((one, other) => one.localeCompare(other));
}

const expected = [...providerIds].sort((one, other) => one.localeCompare(other));

describe("the providers of the site", () => {
  test("the site's providers equal those that the identity client supports", () => {
    expect(idsIn("packages/identity/src/user.ts", /const ProviderId =[^;]*;/)).toEqual(expected);
  });

  test("the site's providers equal those whose consent page the local services show, with the same names", () => {
    expect(idsIn("mocks/identity-toolkit/idp/authorization.ts", /PROVIDER_NAMES[^{]*\{[^}]*\}/)).toEqual(
      expected,
    );
  });

  test("the site's providers each have a different name, icon and picture host", () => {
    const entries = providerIds.map(providerOf);
    for (const key of ["name", "icon"] as const)
      expect(new Set(entries.map((entry) => entry[key])).size).toBe(entries.length);
    expect(new Set(pictureHosts).size).toBe(pictureHosts.length);
    expect(entries.flatMap((entry) => entry.pictureHosts.slice(0, 1))).toHaveLength(entries.length);
  });

  test("the site's providers are distinguished from other sign-in methods", () => {
    expect(["google.com", "password", "phone", "toString"].map(isProviderId)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
