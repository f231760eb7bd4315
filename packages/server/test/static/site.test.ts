import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { parseEnvironment } from "../../src/environment/environment.ts";
import { StartError } from "../../src/errors/start-error.ts";
import { createSite } from "../../src/site.ts";
import { fillPage, loadSite } from "../../src/static/load-site.ts";
import { contentTypeOf } from "../../src/static/static-file.ts";
import { noDatabase } from "../support/databases.ts";
import { ENVIRONMENT } from "../support/environment.ts";
import { fixtureSite, SCRIPT, VIDEO } from "../support/fixture-site.ts";
import { openFixture as open } from "../support/open-site.ts";

const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

describe("pages", () => {
  test("pages contain the configuration and the site's real origin", async () => {
    const get = open({ STRIPE_PRICE_PRO: "price</script>$&" });
    const html = await (await get("/about")).text();
    expect(html).toContain('href="https://www.tallybin.example/about"');
    expect(html).not.toContain("origin.invalid");
    const block = /<script type="application\/json" id="config">(.*?)<\/script>/.exec(html)?.[1] ?? "";
    expect(JSON.parse(block)).toMatchObject({ mode: "production", plans: { pro: "price</script>$&" } });
  });

  test("a page lists the features that are not configured, so that forms hide them before any script runs", () => {
    const html = '<!doctype html>\n<html lang="en"><head></head></html>';
    const publicConfig = (env: Record<string, string>) => parseEnvironment({ ...ENVIRONMENT, ...env }).public;
    expect(fillPage(html, publicConfig({ PROVIDERS: "google.com,github.com", PASSKEYS: "on" }))).toContain(
      '<html data-without="facebook.com twitter.com apple.com microsoft.com oidc.sso recaptcha" lang="en">',
    );
    expect(fillPage(html, publicConfig({ PROVIDERS: "none" }))).toContain(
      '<html data-without="google.com facebook.com twitter.com github.com apple.com microsoft.com oidc.sso social passkeys recaptcha" lang="en">',
    );
    const all = "google.com,facebook.com,twitter.com,github.com,apple.com,microsoft.com,oidc.sso";
    const check = {
      HUMAN_CHECK_ORIGIN: "https://check.example.com",
      RECAPTCHA_ENTERPRISE_KEY: "6LcExampleKeyExampleKey",
    };
    expect(fillPage(html, publicConfig({ PROVIDERS: all, PASSKEYS: "on", ...check }))).toContain(
      '<html lang="en">',
    );
  });

  test("caches revalidate public pages and never store private pages", async () => {
    const get = open();
    expect((await get("/about")).headers.get("cache-control")).toBe("no-cache");
    for (const path of ["/auth/signin", "/dashboard", "/auth/anything"]) {
      const response = await get(path);
      expect(response.status, path).toBe(200);
      expect(response.headers.get("cache-control"), path).toBe("no-store");
    }
  });

  test("a path without a page is answered with 404 and the not-found page", async () => {
    const get = open();
    for (const path of [
      "/nowhere",
      "/auth/a/b",
      "/about.html",
      "/index.html",
      "/routes.json",
      "/.vite/manifest.json",
      "/assets",
      "/assets/main-4f3a.js.br",
      "/%2e%2e/package.json",
      "/..%2fpackage.json",
      "/%00",
      "/%",
      "/a%ff",
      "/__proto__",
      "/constructor",
      "//evil.example/",
      "/\\evil.example/",
    ]) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.text()).toContain("<h1>not-found</h1>");
    }
  });

  test("the not-found page names the requested path, and is compressed at the lowest cost", async () => {
    const page = `<html lang="en"><p><code data-path="">/404</code></p>${"<p>Waste.</p>".repeat(60)}</html>`;
    const site = loadSite(fixtureSite({ "404.html": page }), parseEnvironment(ENVIRONMENT).public);
    const file = site.notFound("/a%20<b>");
    expect(Buffer.from(file.body).toString()).toContain(
      '<code data-path="">/a &#60;b&#62;</code></p><p>Waste.',
    );
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
    expect(await file.encoded("br")).toEqual(new Uint8Array(brotliCompressSync(file.body, quality)));
  });

  test("each old or unusual path of a page redirects to the page permanently", async () => {
    const get = open();
    for (const [from, to] of [
      ["/technology", "/tech"],
      ["/technology/?a=b", "/tech?a=b"],
      ["/about/", "/about"],
      ["/about///?q=%2F", "/about?q=%2F"],
      ["/auth/signin/?next=%2Fdashboard", "/auth/signin?next=%2Fdashboard"],
      ["/auth/%C3%BC/", "/auth/%C3%BC"],
      ["/auth/a%20b/", "/auth/a%20b"],
    ] as const) {
      const response = await get(from);
      expect([response.status, response.headers.get("location")]).toEqual([301, to]);
    }
  });

  test("a path that would break a header's line is not found", async () => {
    const response = await open()("/auth/x%0d%0aset-cookie:%20a=b/");
    expect([response.status, response.headers.get("location")]).toEqual([404, null]);
  });

  test("the path of a page that may move redirects to it temporarily", async () => {
    const get = open();
    for (const [from, to, cacheControl] of [
      ["/press", "/about", "no-cache"],
      ["/press/?a=b", "/about?a=b", "no-cache"],
      ["/.well-known/change-password", "/dashboard", "no-store"],
    ] as const) {
      const { status, headers } = await get(from);
      expect([status, headers.get("location"), headers.get("cache-control")]).toEqual([
        302,
        to,
        cacheControl,
      ]);
    }
  });

  test("redirects of private pages are not cached, because their query may contain a one-time code", async () => {
    const get = open();
    expect((await get("/dashboard/?oobCode=secret")).headers.get("cache-control")).toBe("no-store");
    expect((await get("/auth/x/?oobCode=secret")).headers.get("cache-control")).toBe("no-store");
    expect((await get("/about/")).headers.get("cache-control")).toBe("public, max-age=3600");
  });

  test("pages answer HEAD requests with the length and without a body", async () => {
    const response = await open()("/about", { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get("content-length"))).toBeGreaterThan(500);
    expect(await response.text()).toBe("");
  });

  test("pages refuse methods that would change something", async () => {
    const get = open();
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      const response = await get("/about", { method });
      expect([method, response.status, response.headers.get("allow")]).toEqual([method, 405, "GET, HEAD"]);
    }
  });
});

describe("a provider's response that is posted to the callback page", () => {
  /** The path is the only part of the address, so that no token can be in a log or in the history. */
  const post = (body: string, type = "application/x-www-form-urlencoded") =>
    open()("/oauth/callback", {
      method: "POST",
      headers: { "content-type": type, origin: "https://appleid.apple.com" },
      body,
    });

  test("a provider's posted response is put into the callback page, and no cache stores that page", async () => {
    const response = await post('state=1&code=c0de&user={"name":"Ada"}');
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-security-policy")).toContain("script-src 'self'");
    const html = await response.text();
    expect(html).toContain("<h1>oauth/callback</h1>");
    const content = /<meta name="oauth-response" content="([^"]*)">/
      .exec(html)?.[1]
      ?.replaceAll("&amp;", "&");
    expect(Object.fromEntries(new URLSearchParams(content))).toEqual({
      state: "1",
      code: "c0de",
      user: '{"name":"Ada"}',
    });
  });

  test("a posted response cannot inject markup into the callback page", async () => {
    const html = await (await post('code="><script>alert(1)</script>$&')).text();
    expect(html).not.toContain("<script>");
    expect(html.match(/<head>/g)).toHaveLength(1);
  });

  test.each([
    { what: "another type", status: 415, send: () => post("{}", "application/json") },
    { what: "a body that is too large", status: 413, send: () => post(`code=${"a".repeat(70_000)}`) },
  ])(
    "a post to the callback page with $what is refused with $status and a sentence",
    async ({ status, send }) => {
      const response = await send();
      expect(response.status).toBe(status);
      expect(await response.text()).toMatch(/^(Send|The) .+\.\n$/);
    },
  );
});

describe("files", () => {
  test("files with hashed names are cached for a year, other files for an hour", async () => {
    const get = open();
    expect((await get("/assets/main-4f3a.js")).headers.get("cache-control")).toBe(
      "public, max-age=31536000, immutable",
    );
    expect((await get("/media/loop.mp4")).headers.get("cache-control")).toBe("public, max-age=3600");
  });

  test("files have the type of their content", async () => {
    const get = open();
    for (const [path, type] of [
      ["/about", "text/html; charset=utf-8"],
      ["/nowhere", "text/html; charset=utf-8"],
      ["/assets/main-4f3a.js", "text/javascript; charset=utf-8"],
      ["/media/loop.mp4", "video/mp4"],
    ] as const) {
      expect((await get(path)).headers.get("content-type")).toBe(type);
    }
  });

  test("files of an unknown type are served as downloads", () => {
    expect(contentTypeOf("assets/data.unknown")).toBe("application/octet-stream");
  });

  test("text files contain the real origin instead of the build's placeholder", async () => {
    const get = open();
    expect(await (await get("/robots.txt")).text()).toBe(
      "Sitemap: https://www.tallybin.example/sitemap.xml\n",
    );
    expect(await (await get("/.well-known/security.txt")).text()).toContain("https://www.tallybin.example/");
  });

  test("security.txt does not expire while the server runs", async () => {
    const folder = fixtureSite();
    const config = parseEnvironment(ENVIRONMENT).public;
    let now = Date.parse("2026-03-01T10:00:00Z");
    const { find } = loadSite(folder, config, { now: () => now });
    const read = () => Buffer.from(find("/.well-known/security.txt")?.body ?? []).toString();
    expect(read()).toContain("\nExpires: 2026-08-28T00:00:00Z\n");
    const tag = find("/.well-known/security.txt")?.hash;
    now += 3_600_000;
    expect(find("/.well-known/security.txt")?.hash, "stays the same within a day").toBe(tag);
    now += 3 * 365 * 24 * 3_600_000;
    expect(read()).toContain("\nExpires: 2029-08-27T00:00:00Z\n");
  });

  test("files are sent with the compression that the client prefers", async () => {
    const get = open();
    for (const [encoding, accepted, decode] of [
      ["br", "gzip, br", brotliDecompressSync],
      ["br", "*", brotliDecompressSync],
      ["gzip", "gzip, br;q=0", gunzipSync],
      ["gzip", "br;q=0.1, gzip;q=0.9", gunzipSync],
    ] as const) {
      for (const path of ["/assets/main-4f3a.js", "/about"]) {
        const response = await get(path, { headers: { "accept-encoding": accepted } });
        expect(response.headers.get("content-encoding"), accepted).toBe(encoding);
        expect(response.headers.get("vary")).toBe("accept-encoding");
        expect(decode(await bytesOf(response)).toString()).toContain(
          path === "/about" ? "<h1>about</h1>" : SCRIPT,
        );
      }
    }
  });

  test("files are sent uncompressed to a client that accepts neither compression", async () => {
    const get = open();
    for (const accepted of ["", "identity", "deflate", "br;q=0, gzip;q=0"]) {
      const response = await get("/assets/main-4f3a.js", { headers: { "accept-encoding": accepted } });
      expect(response.headers.has("content-encoding"), accepted).toBe(false);
      expect(await response.text()).toBe(SCRIPT);
    }
  });

  test("a file is not sent again to a client that has its current version", async () => {
    const get = open();
    for (const encoding of ["br", "gzip", "identity"]) {
      const etag =
        (await get("/about", { headers: { "accept-encoding": encoding } })).headers.get("etag") ?? "";
      for (const header of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const response = await get("/about", {
          headers: { "accept-encoding": encoding, "if-none-match": header },
        });
        expect(response.status, `${encoding} ${header}`).toBe(304);
        expect(response.headers.get("content-security-policy")).toBeTruthy();
      }
      const other = await get("/about", {
        headers: { "accept-encoding": encoding, "if-none-match": '"other"' },
      });
      expect(other.status).toBe(200);
    }
  });

  test("a request for a range of a file is answered with the range, or why not, or the whole file", async () => {
    const get = open();
    for (const [range, status, contentRange, [start, end]] of [
      ["bytes=0-99", 206, "bytes 0-99/1000", [0, 100]],
      ["bytes=900-", 206, "bytes 900-999/1000", [900, 1000]],
      ["bytes=-10", 206, "bytes 990-999/1000", [990, 1000]],
      ["bytes=-5000", 206, "bytes 0-999/1000", [0, 1000]],
      ["bytes=990-5000", 206, "bytes 990-999/1000", [990, 1000]],
      ["bytes=1000-", 416, "bytes */1000", [0, 0]],
      ["bytes=-0", 416, "bytes */1000", [0, 0]],
      ["bytes=5-2", 200, null, [0, 1000]],
      ["bytes=0-1,5-6", 200, null, [0, 1000]],
      ["items=0-1", 200, null, [0, 1000]],
      ["bytes=-", 200, null, [0, 1000]],
    ] as const) {
      const response = await get("/media/loop.mp4", { headers: { range, "accept-encoding": "br" } });
      expect([range, response.status, response.headers.get("content-range")]).toEqual([
        ...[range, status, contentRange],
      ]);
      expect(await bytesOf(response)).toEqual(Buffer.from(VIDEO.subarray(start, end)));
    }
  });

  test("a range of a file is sent only if If-Range names the file's current version", async () => {
    const get = open();
    const etag = (await get("/media/loop.mp4")).headers.get("etag") ?? "";
    const headers = { range: "bytes=0-9" };
    expect((await get("/media/loop.mp4", { headers: { ...headers, "if-range": etag } })).status).toBe(206);
    expect((await get("/media/loop.mp4", { headers: { ...headers, "if-range": '"older"' } })).status).toBe(
      200,
    );
  });
});

test("the server does not start without a built site, and says what to do", () => {
  const config = parseEnvironment(ENVIRONMENT);
  expect(() => createSite({ config, database: noDatabase(), siteFolder: "nowhere" })).toThrow(
    "Run `npm run build` first",
  );
});

test("the server reports a damaged build in one sentence", () => {
  const damages: [damage: (folder: string) => void, reason: string][] = [
    [(folder) => rmSync(join(folder, "about.html")), "ENOENT"],
    [(folder) => rmSync(join(folder, "404.html")), "ENOENT"],
    [(folder) => writeFileSync(join(folder, "routes.json"), "{"), "SyntaxError"],
    [(folder) => writeFileSync(join(folder, "routes.json"), "[]"), "ValiError"],
  ];
  for (const [damage, reason] of damages) {
    const folder = fixtureSite();
    damage(folder);
    const load = () => loadSite(folder, parseEnvironment(ENVIRONMENT).public);
    expect(load).toThrow(StartError);
    expect(load).toThrow(
      `The built site in ${folder} is incomplete or damaged (${reason}): run \`npm run build\` again.`,
    );
  }
});
