import { expect, test } from "vitest";
import { requestIdOf } from "../src/http/trusted-proxy.ts";
import { fakeDatabase } from "./support/databases.ts";
import { openSite, recordLog } from "./support/open-site.ts";

/** A site whose database answers as `query` does, and its log lines. */
function open(
  query: (text: string, values: unknown[]) => Promise<unknown>,
  env: Record<string, string> = {},
) {
  const { lines, log } = recordLog("debug");
  const database = fakeDatabase(({ text, values }) => query(text, values));
  const mailer = {
    send: async (mail: { to: string }) => {
      throw Object.assign(new Error(`550 <${mail.to}> unknown`), { code: "EENVELOPE", rejected: [mail.to] });
    },
    close() {},
  };
  const site = openSite(env, { database, log, mailer });
  const send = (path: string, init: RequestInit) =>
    site.fetch(
      new Request(`http://site.test${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-forwarded-for": "198.51.100.7",
          "user-agent": "secret-agent",
          authorization: "undefined",
        },
        ...init,
      }),
      { incoming: { socket: { remoteAddress: "198.51.100.7" } } as never },
    );
  const post = (path: string, body: string) => send(path, { body });
  return { lines, post, send, text: () => JSON.stringify(lines) };
}

const PERSONAL = /alice|example\.com|198\.51|secret|Hello|token=/;

test("each request is one log line, with the request's ID and without data of the sender", async () => {
  const { lines, post, text } = open(async () => ({ rows: [{ key: "k" }] }));
  await post("/api/unknown/alice@example.com?token=secret", "{}");
  const response = await post("/api/newsletter/unsubscribe?token=secret", "");
  expect(lines).toMatchObject([
    { level: "info", msg: "request", method: "POST", path: "(unknown)", status: 404 },
    {
      level: "info",
      method: "POST",
      path: "/api/newsletter/unsubscribe",
      id: response.headers.get("x-request-id"),
    },
  ]);
  expect(text()).not.toMatch(PERSONAL);
});

test("the log line of a request has the ID of the trusted proxy's trace, and no other visitor's text", async () => {
  const trace = "0af7651916cd43dd8448eb211c80319c";
  const traceIdsOf = async (hops: string, traceparents: readonly string[]) => {
    const { lines, send } = open(async () => ({ rows: [] }), { TRUSTED_PROXY_HOPS: hops });
    for (const traceparent of traceparents) await send("/api/unknown", { headers: { traceparent } });
    return lines.map((line) => line["trace"]);
  };
  const wellFormed = `00-${trace}-b7ad6b7169203331-01`;
  const malformed = ["", "00-0-0-01", `00-${"0".repeat(32)}-b7ad6b7169203331-01`, `${wellFormed}-more`];
  expect(await traceIdsOf("1", [wellFormed, ...malformed])).toEqual([
    trace,
    ...malformed.map(() => undefined),
  ]);
  expect(await traceIdsOf("0", [wellFormed]), "without a trusted proxy").toEqual([undefined]);
});

test("a request keeps an ID from a trusted proxy, and gets a new one instead of an invalid ID or without a trusted proxy", () => {
  const idOf = (id: string, hops: number): string => requestIdOf(new Headers({ "x-request-id": id }), hops);
  const uuid = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6";
  for (const id of [uuid, uuid.replaceAll("-", ""), uuid.toUpperCase()]) expect(idOf(id, 1)).toBe(id);
  for (const id of ["", "1", "alice@example.com", "+49 151 23456789", `${uuid}x`, "x".repeat(2_000)])
    expect(idOf(id, 1), id).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(idOf(uuid, 0)).not.toBe(uuid);
});

test("a database error is logged by kind, code and place, because its message quotes the row", async () => {
  const { lines, post, text } = open(async () => {
    throw Object.assign(new Error('duplicate key: Key (email)=(alice@example.com) already exists. "Hello"'), {
      code: "23505",
      detail: "alice@example.com",
    });
  });
  const response = await post(
    "/api/sheets/contact?tabId=responses",
    '[["Alice","alice@example.com","Hello"]]',
  );
  expect(response.status).toBe(500);
  expect(await response.text()).not.toMatch(PERSONAL);
  expect(lines[0]).toMatchObject({
    level: "error",
    msg: "a request failed",
    error: { type: "Error", code: "23505" },
  });
  expect(text()).not.toMatch(PERSONAL);
});

test("an upload that its sender aborts is not logged as an error", async () => {
  const { lines, send } = open(async () => ({ rows: [] }));
  const body = new ReadableStream({
    start: (sink) => sink.enqueue(new TextEncoder().encode('{"email":')),
    pull: (sink) => sink.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
  });
  await send("/api/newsletter", { body, duplex: "half" } as RequestInit);
  expect(lines).toMatchObject([{ level: "info", msg: "request", status: 499 }]);
});

test("a mail server's refusal is logged without the refused address", async () => {
  const due = { id: "1", email: "alice@example.com", public_id: "0", subscribed_at: new Date() };
  let claims = 0;
  const { lines, post, text } = open(async (statement, values) => ({
    rows: /returning id, email, public_id/.test(statement)
      ? claims++
        ? []
        : [due]
      : values.flat().map((key) => ({ key })),
  }));
  await post("/api/newsletter", '{"email":"alice@example.com"}');
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain("a mail was not sent");
  expect(text()).toContain("EENVELOPE");
  expect(text()).not.toMatch(PERSONAL);
});
