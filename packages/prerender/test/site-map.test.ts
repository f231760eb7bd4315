import { expect, test } from "vitest";
import { type PrerenderEntry, toRoutes } from "../src/site-map.ts";

const entry: PrerenderEntry = {
  pages: [
    {
      path: "/about",
      file: "about.html",
      kind: "public",
      isPrerendered: true,
      sources: ["src/about.tsx"],
    },
    {
      path: "/dashboard",
      file: "dashboard.html",
      kind: "private",
      isPrerendered: false,
      sources: [],
    },
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
      "/dashboard": { file: "dashboard.html", kind: "private" },
      "/oauth/callback": { file: "oauth/callback.html", kind: "private" },
    },
    patterns: [{ prefix: "/auth/", file: "auth/signup.html", kind: "private" }],
    redirects: { "/technology": { to: "/tech", kind: "permanent" } },
  });
});
