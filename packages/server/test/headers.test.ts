import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseEnvironment } from "../src/environment/environment.ts";
import { contentSecurityPolicy, HUMAN_CHECK_PATH, securityHeaders } from "../src/headers.ts";
import { createSite } from "../src/site.ts";
import { ENVIRONMENT } from "./support/environment.ts";
import { fixtureSite } from "./support/fixture-site.ts";
import { noDatabase } from "./support/no-database.ts";

const publicConfig = (env: Record<string, string> = {}) =>
  parseEnvironment({ ...ENVIRONMENT, ...env }).public;

test("the policy allows the site's own files and the configured services, and names nothing that WebKit does not know", () => {
  expect(contentSecurityPolicy(publicConfig({ PICTURE_HOSTS: "pictures.example" }))).toBe(
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: https://pictures.example; " +
      "font-src 'self'; media-src 'self'; " +
      "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com https://firestore.googleapis.com; " +
      "worker-src 'none'; frame-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'; " +
      "require-trusted-types-for 'script'; trusted-types 'none'",
  );
});

test("connect-src follows the configuration", () => {
  const policy = contentSecurityPolicy(
    publicConfig({
      IDENTITY_TOOLKIT_URL: "http://localhost:9099/identitytoolkit.googleapis.com",
      SECURE_TOKEN_URL: "http://localhost:9099/securetoken.googleapis.com",
      TOKEN_KEYS_URL: "http://localhost:9099/keys",
      CONTACT_ENDPOINT: "https://sheets.example/api/rows?tabId=responses",
      ANALYTICS_ENDPOINT: "https://collect.example/v1",
      ANALYTICS_WRITE_KEY: "write-key",
    }),
  );
  expect(policy).toContain(
    "connect-src 'self' http://localhost:9099 https://firestore.googleapis.com https://sheets.example https://collect.example;",
  );
});

test("every answer of the site carries them, errors and redirects included", async () => {
  const site = createSite({
    config: parseEnvironment(ENVIRONMENT),
    database: noDatabase(),
    siteFolder: fixtureSite(),
  });
  for (const path of [
    "/",
    "/auth/signin",
    "/nowhere",
    "/technology",
    "/assets/main-4f3a.js",
    "/media/loop.mp4",
  ]) {
    const { headers } = await site.fetch(new Request(`http://site.test${path}`));
    expect(headers.get("content-security-policy"), path).toContain("script-src 'self'; style-src 'self';");
    expect(headers.get("cross-origin-opener-policy"), path).toBe("same-origin-allow-popups");
    expect(headers.get("cross-origin-resource-policy"), path).toBe("same-origin");
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("referrer-policy"), path).toBe("strict-origin-when-cross-origin");
    expect(headers.get("permissions-policy"), path).toContain("camera=()");
    expect(headers.get("strict-transport-security"), path).toBe(
      "max-age=63072000; includeSubDomains; preload",
    );
  }
});

test("HSTS is only promised where the site is on https", () => {
  const headers = securityHeaders(publicConfig({ ORIGIN: "http://localhost:3000" }))("/");
  expect(headers).not.toHaveProperty("strict-transport-security");
});

test("the human check is there, framed by us alone, only where SMS is switched on", async () => {
  const routes = JSON.parse(readFileSync(join(fixtureSite(), "routes.json"), "utf8")) as { pages: object };
  const pages = { ...routes.pages, [HUMAN_CHECK_PATH]: { file: "human-check.html", kind: "private" } };
  const siteFolder = fixtureSite({
    "human-check.html": "<h1>Human?</h1>",
    "routes.json": JSON.stringify({ ...routes, pages }),
  });
  const get = (env: Record<string, string>) =>
    createSite({
      config: parseEnvironment({ ...ENVIRONMENT, ...env }),
      database: noDatabase(),
      siteFolder,
    }).fetch(new Request(`http://site.test${HUMAN_CHECK_PATH}`));
  expect((await get({})).status).toBe(404);
  const response = await get({ SMS: "recaptcha" });
  expect([
    response.status,
    response.headers.get("cache-control"),
    response.headers.get("x-frame-options"),
  ]).toEqual([200, "no-store", "SAMEORIGIN"]);
});

test("only the human check loads a third party's script, and only where SMS is switched on", () => {
  const off = securityHeaders(publicConfig());
  expect(off(HUMAN_CHECK_PATH)).toEqual(off("/"));
  const on = securityHeaders(publicConfig({ SMS: "recaptcha" }));
  expect(on("/")["content-security-policy"]).not.toContain("google.com/recaptcha");
  expect(on("/")["content-security-policy"]).toContain("frame-src 'self'; frame-ancestors 'none'");
  expect(on(HUMAN_CHECK_PATH)["content-security-policy"]).toContain(
    "script-src 'self' https://www.google.com/recaptcha/",
  );
  expect(on(HUMAN_CHECK_PATH)["content-security-policy"]).toContain("frame-ancestors 'self'");
});
