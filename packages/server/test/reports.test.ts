import { describe, expect, test } from "vitest";
import { fakeDatabase } from "./support/databases.ts";
import { openSite, recordLog } from "./support/open-site.ts";

const ORIGIN = "https://www.tallybin.example";

/** A site with reports, and the violations that it logs. */
function open({ env = { REPORTS: "on" }, allows = true } = {}) {
  const { lines, log } = recordLog("warn");
  const database = fakeDatabase(async ({ values }) => ({
    rows: allows ? values.flat().map((key) => ({ key })) : [],
    rowCount: 0,
  }));
  const site = openSite({ ...env, ORIGIN }, { database, log });
  const report = (body: unknown, type = "application/reports+json") =>
    site.fetch(
      new Request(`${ORIGIN}/api/reports`, {
        method: "POST",
        headers: { "content-type": type },
        body: JSON.stringify(body),
      }),
    );
  return { site, report, lines };
}

const violation = (body: object, url = `${ORIGIN}/about?email=alice@example.com#token`) => ({
  type: "csp-violation",
  age: 10,
  url,
  user_agent: "secret agent",
  body: { documentURL: url, sample: "alice@example.com", ...body },
});

describe("with REPORTS=on", () => {
  test("response headers name the reports endpoint, and the content policy sends its reports to it", async () => {
    const { headers } = await open().site.fetch(new Request(`${ORIGIN}/about`));
    expect(headers.get("reporting-endpoints")).toBe('reports="/api/reports"');
    expect(headers.get("content-security-policy")).toMatch(/; report-to reports$/);
  });

  test("a policy violation that a browser reports is logged without personal data", async () => {
    const { report, lines } = open();
    const response = await report([
      violation({
        effectiveDirective: "script-src-elem",
        blockedURL: "https://cdn.example/alice@example.com?t=1",
      }),
      violation({ effectiveDirective: "script-src", blockedURL: "inline" }, `${ORIGIN}/alice@example.com`),
      violation({ effectiveDirective: "script-src", blockedURL: `${ORIGIN}/assets/main-4f3a.js?x=1` }),
      violation(
        { effectiveDirective: "Alice Example", blockedURL: "data:text/javascript,alice" },
        "no address",
      ),
    ]);
    expect(response.status).toBe(204);
    const msg = "a browser reported a violation";
    expect(lines).toMatchObject([
      { type: "csp-violation", page: "/about", what: "script-src-elem", blocked: "https://cdn.example", msg },
      { page: "unknown", what: "script-src", blocked: "inline" },
      { page: "/about", what: "script-src", blocked: "/assets/main-4f3a.js" },
      { page: "unknown", blocked: "data:" },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/alice|agent|token|\?/i);
  });

  test("malformed reports and reports of other types are skipped", async () => {
    const { report, lines } = open();
    const response = await report([
      { ...violation({}), type: "deprecation" },
      { ...violation({}), type: "integrity-violation" },
      { type: "csp-violation" },
      "text",
      violation({ blockedURL: "x".repeat(5_000) }),
    ]);
    expect(response.status).toBe(204);
    expect(lines).toEqual([]);
  });

  test("the reports endpoint refuses another content type, another shape and too many reports", async () => {
    const { report, lines } = open();
    expect((await report([], "application/json")).status).toBe(415);
    expect((await report({})).status).toBe(400);
    expect((await report(Array.from({ length: 51 }, () => violation({})))).status).toBe(400);
    expect(lines).toEqual([]);
  });

  test("a client over its limit is refused before the server reads its reports", async () => {
    const { report, lines } = open({ allows: false });
    const response = await report([violation({ blockedURL: "inline" })]);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(lines).toEqual([]);
  });
});

test("browser reports are off by default", async () => {
  const { site, report, lines } = open({ env: { REPORTS: "" } });
  const { headers } = await site.fetch(new Request(`${ORIGIN}/about`));
  expect(headers.has("reporting-endpoints")).toBe(false);
  expect(headers.get("content-security-policy")).not.toContain("report-to");
  expect((await report([violation({})])).status).toBe(404);
  expect(lines).toEqual([]);
});
