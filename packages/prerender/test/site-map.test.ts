import { expect, test } from "vitest";
import { withImportSources } from "../src/build-plugins.ts";
import { type PrerenderEntry, sourceOfImport, toRoutes } from "../src/site-map.ts";

const entry: PrerenderEntry = {
  pages: [
    { path: "/about", file: "about.html", kind: "public", isPrerendered: true, sources: ["about.tsx"] },
    { path: "/home", file: "home.html", kind: "private", isPrerendered: false, sources: [] },
  ],
  patterns: [{ prefix: "/auth/", file: "auth/signup.html", kind: "private" }],
  redirects: { "/technology": { to: "/tech", kind: "permanent" } },
  notFound: { path: "/404", file: "404.html", kind: "public", isPrerendered: true, sources: [] },
  render: () => Promise.resolve({ head: "", body: "" }),
  textFiles: () => ({}),
};

test("the server's route table has files, kinds, patterns and redirects, and no source files", () => {
  expect(toRoutes(entry, [{ path: "/oauth/callback", file: "oauth/callback.html" }])).toEqual({
    pages: {
      "/about": { file: "about.html", kind: "public" },
      "/home": { file: "home.html", kind: "private" },
      "/oauth/callback": { file: "oauth/callback.html", kind: "private" },
    },
    patterns: [{ prefix: "/auth/", file: "auth/signup.html", kind: "private" }],
    redirects: { "/technology": { to: "/tech", kind: "permanent" } },
  });
});

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
