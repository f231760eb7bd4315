import type { PublicConfig } from "@tallybin/contract/public-config";
import { expect, test } from "vitest";
import { parseEnvironment } from "../src/environment/environment.ts";
import {
  contentSecurityPolicy,
  createSecurityHeaders,
  HUMAN_CHECK_PATH,
  POPUP_PATH,
} from "../src/static/headers.ts";
import { ENVIRONMENT } from "./support/environment.ts";
import { openFixture } from "./support/open-site.ts";

const publicConfig = (env: Record<string, string> = {}) =>
  parseEnvironment({ ...ENVIRONMENT, ...env }).public;

/** The headers of a configuration, as the server creates them. */
const headersOfConfig = (env: Record<string, string> = {}) => {
  const config = parseEnvironment({ ...ENVIRONMENT, ...env });
  return createSecurityHeaders(config.public, config);
};

test("the content policy allows the site's own files and the configured services, and has no directive unknown to WebKit", () => {
  expect(contentSecurityPolicy(publicConfig({ PICTURE_HOSTS: "pictures.example" }))).toBe(
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: https://pictures.example; " +
      "font-src 'self'; media-src 'self'; " +
      "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com https://firestore.googleapis.com; " +
      "worker-src 'none'; frame-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'; " +
      "require-trusted-types-for 'script'; trusted-types 'none'",
  );
});

test("the content policy's connect-src follows the configuration", () => {
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

test("every page, error and redirect of the site has the security headers", async () => {
  const get = openFixture();
  for (const path of ["/", "/auth/signin", "/nowhere", "/technology", "/assets/missing.js", "/robots.txt"]) {
    const { headers } = await get(path);
    expect(headers.get("content-security-policy"), path).toContain("script-src 'self'; style-src 'self';");
    expect(headers.get("cross-origin-opener-policy"), path).toBe("same-origin-allow-popups");
    expect(headers.get("cross-origin-resource-policy"), path).toBe("same-origin");
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("referrer-policy"), path).toBe("strict-origin-when-cross-origin");
    expect(headers.get("permissions-policy"), path).toContain("camera=()");
    expect(headers.get("permissions-policy"), path).toContain("publickey-credentials-get=(self)");
    expect(headers.get("permissions-policy"), path).toContain("publickey-credentials-create=(self)");
    expect(headers.get("strict-transport-security"), path).toBe("max-age=63072000; includeSubDomains");
  }
});

test("scripts and films have only the headers that apply to them, because each first visit loads them", async () => {
  const get = openFixture();
  for (const path of ["/assets/main-4f3a.js", "/media/loop.mp4"]) {
    const { headers } = await get(path);
    expect(headers.get("cross-origin-resource-policy"), path).toBe("same-origin");
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("strict-transport-security"), path).toContain("max-age=63072000");
    expect(headers.get("content-security-policy"), path).toBeNull();
    expect(headers.get("permissions-policy"), path).toBeNull();
  }
  const headersOf = headersOfConfig();
  const picture = headersOf(new URL("https://site.test/favicon.svg"), "image/svg+xml");
  expect(picture, "a browser shows an SVG file as a page").toHaveProperty("content-security-policy");
});

test("only the page in which sign-in popups open has no opener policy", () => {
  const headersOf = headersOfConfig();
  const headers = (path: string) => headersOf(new URL(path, "https://site.test"));
  const { "cross-origin-opener-policy": policy, ...others } = headers(POPUP_PATH);
  expect(policy).toBe("unsafe-none");
  expect(headers("/")).toMatchObject(others);
  expect(headers("/oauth/callback")["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
});

test.each([
  ["host", "max-age=63072000"],
  ["subdomains", "max-age=63072000; includeSubDomains"],
  ["preload", "max-age=63072000; includeSubDomains; preload"],
])("with HSTS=%s the hosts that must use HTTPS are %s", (HSTS, value) => {
  expect(headersOfConfig({ HSTS })(new URL("https://site.test/"))["strict-transport-security"]).toBe(value);
});

test("HSTS is sent only if the site uses https", () => {
  const headers = headersOfConfig({ ORIGIN: "http://localhost:3000" })(new URL("http://localhost:3000/"));
  expect(headers).not.toHaveProperty("strict-transport-security");
});

const HUMAN_CHECK_ORIGIN = "https://check.tallybin.example";
const CHECK = { SMS: "recaptcha", HUMAN_CHECK_ORIGIN };
/** The content policy of the human check on this machine. */
const localPolicy = (mode: PublicConfig["mode"]): string => {
  const own = { mode, sms: "local", humanCheckOrigin: "http://localhost:3001" } as const;
  const config = { ...publicConfig({ ORIGIN: "http://localhost:3000" }), ...own };
  const headersOf = createSecurityHeaders(config, parseEnvironment(ENVIRONMENT));
  return String(headersOf(new URL(`http://localhost:3001${HUMAN_CHECK_PATH}`))["content-security-policy"]);
};
const ENTERPRISE = { RECAPTCHA_ENTERPRISE_KEY: "6LcExampleKeyExampleKey", HUMAN_CHECK_ORIGIN };

test("only the human check's own origin serves the human check, and that origin serves no other page", async () => {
  const statusesOf = (env: Record<string, string>) => {
    const get = openFixture(env);
    return async (address: string): Promise<number> => (await get(address)).status;
  };
  const check = "https://check.tallybin.example";
  const without = statusesOf({});
  expect(await without(`https://site.test${HUMAN_CHECK_PATH}`)).toBe(404);
  expect(await without(check + HUMAN_CHECK_PATH)).toBe(404);
  expect(await statusesOf(ENTERPRISE)(check + HUMAN_CHECK_PATH)).toBe(200);
  const statusAt = statusesOf(CHECK);
  expect(await statusAt(`https://www.tallybin.example${HUMAN_CHECK_PATH}`)).toBe(404);
  expect(await statusAt(check + HUMAN_CHECK_PATH)).toBe(200);
  expect(await statusAt(`${check}/assets/main-4f3a.js`)).toBe(200);
  for (const path of ["/", "/about", "/auth/signin", "/media/loop.mp4", "/api/newsletter", "/healthz"])
    expect(await statusAt(check + path), path).toBe(404);
});

test("only the human check's origin loads a third-party script, and only the site may frame the human check", () => {
  const policyAt = (env: Record<string, string>, host: string): string => {
    const headers = headersOfConfig(env)(new URL(`https://${host}${HUMAN_CHECK_PATH}`));
    return String(headers["content-security-policy"]);
  };
  expect(policyAt({}, "check.tallybin.example")).toEqual(policyAt({}, "www.tallybin.example"));
  expect(policyAt({}, "www.tallybin.example")).toContain("frame-src 'none'");
  const site = policyAt(CHECK, "www.tallybin.example");
  expect(site).not.toContain("google.com/recaptcha");
  expect(site).toContain("frame-src https://check.tallybin.example; frame-ancestors 'none'");
  expect(localPolicy("local")).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; frame-anc/);
  expect(policyAt(ENTERPRISE, "www.tallybin.example")).toBe(site);
  const check = policyAt(CHECK, "check.tallybin.example");
  expect(check).toContain("script-src 'self' https://www.google.com/recaptcha/");
  expect(check).toContain("frame-ancestors https://www.tallybin.example;");
});

test("only in local mode, the hosts of worlds may frame the human check too", () => {
  const ancestorsIn = (mode: PublicConfig["mode"]) => /frame-ancestors [^;]*/.exec(localPolicy(mode))?.[0];
  expect(ancestorsIn("local")).toBe("frame-ancestors http://localhost:3000 http://*.localhost:3000");
  expect(ancestorsIn("production")).toBe("frame-ancestors http://localhost:3000");
});
