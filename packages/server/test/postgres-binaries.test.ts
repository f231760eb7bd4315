import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { completeLinks, findBinaries } from "./support/postgres-binaries.ts";

/** A platform package after npm unpacked it, before its install script. */
const unpacked = (links: { source: string; target: string }[]): string => {
  const folder = mkdtempSync(join(tmpdir(), "tallybin-links-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "native/lib"), { recursive: true });
  cpSync(join(findBinaries(), "../scripts"), join(folder, "scripts"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "native/lib/libpq.so.5.18"), "library");
  writeFileSync(join(folder, "native/pg-symlinks.json"), JSON.stringify(links));
  return folder;
};

test("completeLinks makes PostgreSQL's library links if npm did not run the install script", () => {
  const folder = unpacked([{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }]);
  completeLinks(folder);
  expect(readFileSync(join(folder, "native/lib/libpq.so.5"), "utf8")).toBe("library");
  completeLinks(folder);
});

test("completeLinks names a library link that it cannot make", () => {
  const folder = unpacked([{ source: "native/lib/none", target: "native/lib/libgone.so" }]);
  expect(() => completeLinks(folder)).toThrow("native/lib/libgone.so");
});
