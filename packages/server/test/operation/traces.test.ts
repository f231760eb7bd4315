import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { startTraces } from "../../src/operation/traces.ts";
import { leasePorts } from "../support/lease-ports.mjs";
import { World } from "../support/world.ts";

const world = new World("pglite");
beforeAll(() => world.open());
afterAll(() => world.close());
beforeEach(() => world.empty());

type Span = { name: string; traceId: string; spanId: string; parentSpanId?: string; attributes: unknown };

/** Makes requests while traces go to a collector. @returns what the collector got, and its spans */
async function collect(
  ratio: number,
  work: () => Promise<unknown>,
): Promise<{ text: string; spans: Span[] }> {
  const port = await leasePorts();
  const bodies: string[] = [];
  const collector = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => collector.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => void collector.close());
  const stop = startTraces({ endpoint: `http://127.0.0.1:${port}`, ratio });
  await work();
  await stop();
  const exports = bodies.map(
    (body) => JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] },
  );
  const spans = exports.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap((r) => r.scopeSpans.flatMap((s) => s.spans)),
  );
  return { text: bodies.join("\n"), spans };
}

const hasChildren = Number.parseInt(process.versions.node, 10) >= 24;

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`;

test("a request is a span, its wait for a statement is a child span from Node 24 on, and no span holds personal data", async () => {
  const { text, spans } = await collect(1, () => world.site().subscribe("alice@example.com"));
  const request = spans.find(({ name }) => name === "POST /api/newsletter");
  const statement = spans.find(({ name }) => name === "database shared");
  expect(statement?.parentSpanId).toBe(hasChildren ? request?.spanId : undefined);
  expect(request?.spanId).toMatch(/^[\da-f]{16}$/);
  expect(text).not.toMatch(/alice|192\.0\.2/);
});

test("stopping the traces succeeds while the collector is unreachable", async () => {
  const stop = startTraces({ endpoint: `http://127.0.0.1:${await leasePorts()}`, ratio: 1 });
  await world.site().subscribe("alice@example.com");
  await expect(stop()).resolves.toBeUndefined();
});

test("a trace that a trusted proxy began continues, even with a sampling ratio of 0", async () => {
  const site = world.site({ TRUSTED_PROXY_HOPS: "1" });
  const { spans } = await collect(0, () => site.subscribe("a@example.com", { headers: { traceparent } }));
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
});

test("other requests, concurrent or later, do not join the trace of a sampled request", async () => {
  const site = world.site({ TRUSTED_PROXY_HOPS: "1" });
  const { spans } = await collect(0, async () => {
    await Promise.all([
      site.subscribe("a@example.com", { headers: { traceparent } }),
      site.subscribe("b@example.com"),
      site.subscribe("c@example.com"),
    ]);
    await site.subscribe("d@example.com");
  });
  expect(spans.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b))).toEqual([
    ...(hasChildren ? ["database shared"] : []),
    "POST /api/newsletter",
  ]);
});

test("a request that follows right after a traced request begins no trace", async () => {
  const site = world.site();
  const { spans } = await collect(1, () =>
    Promise.all([site.subscribe("a@example.com"), site.subscribe("b@example.com")]),
  );
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
});

test.for(["", "00-0-0-01", `00-${"0".repeat(32)}-b7ad6b7169203331-01`, `${traceparent}-more`])(
  "a malformed trace context %j is ignored",
  async (given) => {
    const site = world.site({ TRUSTED_PROXY_HOPS: "1" });
    const headers = { traceparent: given };
    expect((await collect(0, () => site.subscribe("a@example.com", { headers }))).spans).toEqual([]);
  },
);

test("without a trusted proxy, a visitor's trace context is ignored", async () => {
  const { spans } = await collect(0, () =>
    world.site().subscribe("a@example.com", { headers: { traceparent } }),
  );
  expect(spans).toEqual([]);
});
