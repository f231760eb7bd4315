import { UnavailableError } from "@tallybin/identity-server";
import { afterEach, expect, test, vi } from "vitest";
import { MailRefusedError } from "../../src/mail/mailer.ts";
import type { Listener } from "../../src/operation/listen.ts";
import { startMetrics } from "../../src/operation/metrics.ts";
import { ended } from "../../src/telemetry/observe.ts";
import { leasePorts } from "../support/lease-ports.mjs";
import { createUpstream, openBrowser, SECRET } from "../support/sessions.ts";
import { createMailbox, openWorld } from "../support/world.ts";

const world = openWorld("pglite");
const port = await leasePorts();
let metrics: Listener | undefined;
let isDatabaseWritable = async (): Promise<boolean> => true;

afterEach(() => metrics?.stop(0));

/** A site with metrics, as `serve` starts it. */
async function observed(...options: Parameters<typeof world.site>) {
  const site = world.site(...options);
  const { database, tokens } = site.server;
  metrics = await startMetrics("127.0.0.1", port, {
    database: { ...database, isWritable: () => isDatabaseWritable() },
    tokens,
  });
  return site;
}

/** On a connection of its own, because the server of the test before has closed the kept one. */
const scrape = async (): Promise<string[]> =>
  (
    await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { connection: "close" } })).text()
  ).split("\n");
const value = (lines: readonly string[], series: string): number =>
  Number(lines.find((line) => line.startsWith(`${series} `))?.slice(series.length + 1));

test("the metrics count requests by route, method and status", async () => {
  const site = await observed();
  await site.subscribe("one@example.com");
  await site.subscribe("not an address");
  await site.request("/");
  const lines = await scrape();
  const count = (labels: string) => value(lines, `tallybin_request_seconds_count{${labels}}`);
  expect(count('route="/api/newsletter",method="POST",status="200"')).toBe(1);
  expect(count('route="/api/newsletter",method="POST",status="400"')).toBe(1);
  expect(value(lines, 'tallybin_prepared_responses_total{route="/",status="200"}')).toBe(1);
  expect(value(lines, 'tallybin_database_seconds_count{name="statement",outcome="ok"}')).toBe(1);
});

test("the metrics count waits for a database connection, and not requests that found an idle connection", async () => {
  const site = await observed();
  const waits = async () =>
    value(await scrape(), 'tallybin_database_seconds_count{name="connection",outcome="ok"}') || 0;
  await site.subscribe("one@example.com");
  const before = await waits();
  await site.subscribe("two@example.com");
  expect(await waits()).toBe(before);
  await Promise.all(["a", "b", "c"].map((name) => site.subscribe(`${name}@example.com`)));
  expect(await waits()).toBeGreaterThan(before);
});

test("the metrics count each operation once, in the buckets of its duration", async () => {
  await observed();
  const startedAt = performance.now() - 200;
  for (let count = 0; count < 2_500; count++) ended.publish({ kind: "mail", name: "welcome", startedAt });
  const series = 'tallybin_mail_seconds_count{name="welcome",outcome="ok"}';
  expect(value(await scrape(), series)).toBe(2_500);
  const lines = await scrape();
  expect(value(lines, series), "another scrape").toBe(2_500);
  expect(value(lines, 'tallybin_mail_seconds_bucket{le="0.1",name="welcome",outcome="ok"}')).toBe(0);
  expect(value(lines, 'tallybin_mail_seconds_bucket{le="+Inf",name="welcome",outcome="ok"}')).toBe(2_500);
});

test("requests add no new labels to the metrics, and no metric holds personal data", async () => {
  const site = await observed({ LIMIT_PER_CLIENT: "1/3600" });
  for (const path of [
    "/no-such-page",
    "/api/no-such-call",
    "/?email=alice@example.com",
    "/about/alice@example.com",
  ])
    await site.request(path, { method: "PURGE" });
  for (const name of ["alice", "bob"])
    await site.subscribe(`${name}@example.com`, { headers: { authorization: "Bearer e30.e30.c2ln" } });
  const lines = await scrape();
  const requests = lines.filter((line) => line.startsWith("tallybin_request_seconds_count"));
  const routes = new Set(requests.map((line) => /route="([^"]*)"/.exec(line)?.[1]));
  expect(routes).toEqual(new Set(["(unknown)", "/api/newsletter"]));
  const pages = lines.filter((line) => line.startsWith("tallybin_prepared_responses_total{"));
  expect(new Set(pages.map((line) => /{(.*)}/.exec(line)?.[1]))).toEqual(
    new Set(['route="(unknown)",status="405"', 'route="/",status="405"']),
  );
  expect(new Set(requests.map((line) => /method="([^"]*)"/.exec(line)?.[1]))).toEqual(
    new Set(["other", "POST"]),
  );
  expect(lines.join("\n")).not.toMatch(/alice|bob|e30|192\.0\.2/);
});

test("the metrics count the refusals of each limit", async () => {
  const site = await observed({ LIMIT_PER_CLIENT: "1/3600" });
  await site.subscribe("one@example.com");
  await site.subscribe("two@example.com");
  expect(value(await scrape(), 'tallybin_limit_refusals_total{scope="newsletter-client"}')).toBe(1);
});

test("the metrics show how many mails are waiting and how many the mail server has refused", async () => {
  const mailbox = createMailbox();
  mailbox.failNext(1);
  const site = await observed({}, { mailer: mailbox.mailer });
  await site.subscribe("one@example.com");
  await expect
    .poll(async () => value(await scrape(), 'tallybin_mail_seconds_count{name="welcome",outcome="failed"}'))
    .toBe(1);
  expect(value(await scrape(), "tallybin_mails_waiting")).toBe(1);
  expect(value(await scrape(), "tallybin_mail_oldest_seconds")).toBeGreaterThan(0);
});

test("the metrics show whether the database is writable and whether the token keys are known", async () => {
  const site = await observed();
  await site.subscribe("one@example.com", {
    headers: { authorization: `Bearer ${await world.tokens.sign()}` },
  });
  expect(value(await scrape(), "tallybin_database_writable")).toBe(1);
  expect(value(await scrape(), "tallybin_keys_known")).toBe(1);
  expect(value(await scrape(), "tallybin_keys_age_seconds")).toBeGreaterThanOrEqual(0);
  isDatabaseWritable = async () => false;
  expect(value(await scrape(), "tallybin_database_writable")).toBe(0);
  isDatabaseWritable = () => new Promise(() => undefined);
  expect(value(await scrape(), "tallybin_database_writable"), "a silent database").toBe(0);
  isDatabaseWritable = async () => true;
});

test("the metrics have the series of each failure that an alert reads", async () => {
  const upstream = createUpstream(world);
  const mailbox = createMailbox();
  // The mail about the new browser, and the welcome.
  mailbox.failNext(2, new MailRefusedError());
  const sessions = { SESSIONS: "server", SESSION_SECRET: SECRET };
  const site = await observed(sessions, { mailer: mailbox.mailer, fetchTokens: upstream.fetchTokens });
  const browser = openBrowser(upstream, site.request);
  const { refreshToken } = await browser.signIn("alice");
  upstream.faults.set(refreshToken, "offline");
  expect((await browser.exchange()).status).toBe(503);
  await site.subscribe("alice@example.com");
  const failWith = (error: Error) =>
    world.site(sessions, { database: { ...world.database, query: () => Promise.reject(error) } });
  await failWith(new UnavailableError("database")).subscribe("bob@example.com");
  await failWith(new Error("a fault")).subscribe("bob@example.com");
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  failWith(new UnavailableError("database"));
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  await expect
    .poll(async () => {
      const lines = await scrape();
      return [
        'tallybin_session_seconds_count{name="token-service",outcome="unavailable"}',
        'tallybin_session_seconds_count{name="exchange",outcome="unavailable"}',
        'tallybin_mail_seconds_count{name="welcome",outcome="refused"}',
        'tallybin_request_seconds_count{route="/api/newsletter",method="POST",status="503"}',
        'tallybin_request_seconds_count{route="/api/newsletter",method="POST",status="500"}',
        'tallybin_purge_seconds_count{name="sessions",outcome="unavailable"}',
      ].filter((series) => !(value(lines, series) > 0));
    })
    .toEqual([]);
  const lines = await scrape();
  for (const series of ["process_start_time_seconds", "nodejs_eventloop_lag_p99_seconds"])
    expect(value(lines, series), series).toBeGreaterThan(0);
});

test("the metrics server answers only GET requests for /metrics", async () => {
  await observed();
  for (const [path, method] of [
    ["/", "GET"],
    ["/metrics", "POST"],
  ] as const)
    expect((await fetch(`http://127.0.0.1:${port}${path}`, { method })).status).toBe(404);
});

test("after the metrics server has stopped, requests are no longer observed", async () => {
  await observed();
  expect(ended.hasSubscribers()).toBe(true);
  await metrics?.stop(0);
  expect(ended.hasSubscribers()).toBe(false);
});
