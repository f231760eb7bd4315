import { expect, test } from "vitest";
import { withImportSources } from "../src/build-plugins.ts";
import { sourceOfImport } from "../src/site-map.ts";

test("the build for Node adds to each dynamic import the module's path as the manifest spells it", async () => {
  const code = 'const load = () => import("../pages/home.tsx");\nimport("react");';
  expect(withImportSources(code, "/site/src/app/routes.ts", "/site/")).toBe(
    'const load = () => Object.assign(import("../pages/home.tsx"), { source: "src/pages/home.tsx" });\nimport("react");',
  );
});

test("sourceOfImport throws for a dynamic import without its module's path", () => {
  expect(sourceOfImport(Object.assign(Promise.resolve(), { source: "src/a.ts" }))).toBe("src/a.ts");
  expect(() => sourceOfImport(Promise.resolve())).toThrow("no source");
});
