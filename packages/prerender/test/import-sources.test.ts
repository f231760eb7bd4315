import { expect, test } from "vitest";
import { withImportSources } from "../src/build-plugins.ts";
import { sourceOfImport } from "../src/site-map.ts";

test("a dynamic import of the build for Node names its module as the manifest does", async () => {
  const code = 'const load = () => import("../pages/home.tsx");\nimport("react");';
  expect(withImportSources(code, "/site/src/app/routes.ts", "/site/")).toBe(
    'const load = () => Object.assign(import("../pages/home.tsx"), { source: "src/pages/home.tsx" });\nimport("react");',
  );
});

test("a dynamic import whose module is not named is refused", () => {
  expect(sourceOfImport(Object.assign(Promise.resolve(), { source: "src/a.ts" }))).toBe("src/a.ts");
  expect(() => sourceOfImport(Promise.resolve())).toThrow("no source");
});
