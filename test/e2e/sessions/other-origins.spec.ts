import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import { listen } from "../../../packages/server/test/support/listen.mjs";
import { expect, test } from "../fixtures.ts";
import { newAccount } from "../session.ts";
import { sessionIdIn, sessionsCard, signInToSettings } from "./support.ts";

/** Everything that a page of another origin can try. Resolves to the results. */
const attack = (page: Page, site: string, session: string): Promise<string[]> =>
  page.evaluate(
    async ({ site, session }) => {
      const attempts: [path: string, init: RequestInit][] = [
        ["/api/session/token", { method: "POST", body: "{}", mode: "no-cors" }],
        ["/api/session", { method: "POST", body: "{}", mode: "no-cors" }],
        ["/api/session/token", { method: "POST", body: "{}", headers: { "x-session": session } }],
        ["/api/session", { method: "DELETE", headers: { "x-session": session } }],
        ["/api/sessions?others", { method: "DELETE", headers: { "x-session": session } }],
        [`/api/sessions/${session}`, { method: "DELETE" }],
        ["/api/sessions", { headers: { "x-session": session } }],
        ["/api/sessions", { mode: "no-cors" }],
      ];
      const outcomes: string[] = [];
      for (const [path, init] of attempts)
        outcomes.push(
          await fetch(site + path, { ...init, credentials: "include" }).then(
            ({ type }) => type,
            () => "blocked",
          ),
        );
      const form = document.createElement("form");
      form.method = "post";
      form.action = `${site}/api/session/token`;
      form.target = "frame";
      const frame = document.createElement("iframe");
      frame.name = "frame";
      document.documentElement.append(frame, form);
      form.submit();
      await new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
      return outcomes;
    },
    { site, session },
  );

/**
 * A page of another origin. It has no content policy, because that would block the attempts before the server sees
 * them.
 */
let emptyPage: Awaited<ReturnType<typeof listen>>;
test.beforeAll(async () => {
  emptyPage = await listen(
    createServer((_, response) =>
      response
        .writeHead(200, { "content-type": "text/html" })
        .end("<!doctype html><title>Another page</title>"),
    ),
  );
});
test.afterAll(() => emptyPage.close());

// The browser reports each refused attempt.
test.use({ expectedReports: /blocked by CORS policy|frame-ancestors 'none'/ });

for (const [name, host] of [
  ["another site", "127.0.0.1"],
  ["another port of the same site, which shares cookies", "localhost"],
] as const)
  test(`${name} can neither use nor end a session`, async ({ page, context, request, baseURL }) => {
    const ada = await newAccount(request);
    await signInToSettings(page, ada);
    await expect(sessionsCard(page).getByText("This device")).toBeVisible();
    const session = await sessionIdIn(page);
    const evil = await context.newPage();
    const statuses: string[] = [];
    context.on("response", (response) => {
      const { pathname } = new URL(response.url());
      if (response.frame().page() === evil && pathname.startsWith("/api/"))
        statuses.push(`${response.request().method()} ${response.status()}`);
    });
    await evil.goto(`http://${host}:${emptyPage.port}/`);
    const outcomes = await attack(evil, baseURL ?? "", session);
    expect(outcomes.filter((outcome) => outcome !== "blocked" && outcome !== "opaque")).toEqual([]);
    expect(statuses.length, "at least the form reaches the server").toBeGreaterThan(0);
    expect(statuses.filter((status) => !/ (403|404|405)$/.test(status))).toEqual([]);
    await page.reload();
    await expect(sessionsCard(page).getByText("This device")).toBeVisible();
  });
