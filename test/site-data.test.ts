import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const src = fileURLToPath(new URL("../src", import.meta.url));
const REFUSABLE =
  /\b(?:localStorage|sessionStorage|indexedDB|BroadcastChannel\(|navigator\.(?:locks|serviceWorker)|document\.cookie)/;

test("only lib/site-data.ts uses APIs that a browser refuses when site data is blocked", () => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const using = files.filter((name) =>
    readFileSync(join(src, name), "utf8")
      .split("\n")
      .some((line) => !/^\s*(?:\/\/|\/?\*)/.test(line) && REFUSABLE.test(line)),
  );
  expect(using).toEqual([join("lib", "site-data.ts")]);
});
