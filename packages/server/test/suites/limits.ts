import { expect, test } from "vitest";
import { takeSharesSql } from "../../src/limits/rate-limiter.ts";
import type { World } from "../support/world.ts";

/** Spellings of one mailbox's address: they share one row, one limit and one mail. */
const spellingsOf = (name: string): readonly string[] => [
  `${name}@exämple.com`,
  `${name.toUpperCase()}@exämple.com`,
  ` ${name}@EXÄMPLE.com`,
  `${name}@exa\u0308mple.com`,
  // The first letter is full width.
  `${String.fromCharCode(name.charCodeAt(0) + 0xfee0)}${name.slice(1)}@exämple.com`,
  `${name}@exämple。com`,
  `${name}@exämple．com`,
  `${name}＠exämple｡com`,
  `${name}@xn--exmple-cua.com`,
  `${name}@XN--EXMPLE-CUA.COM`,
  `\u200e${name}@exämple.com`,
  `\u2068${name}@exämple.com\u2069`,
  `${name}@exäm\u00adple.com`,
  `${name}\u200d@exämple.com`,
  `mailto:${name}@exämple.com?subject=Hello`,
  `"Alice, of Wonderland" <${name}@exämple.com>`,
  `${name}@exämple.com;`,
];

export function limitsSuite(world: World): void {
  const statuses = async (responses: Promise<Response>[]): Promise<number[]> =>
    (await Promise.all(responses)).map(({ status }) => status).sort();

  test("the limit per client refuses further requests and tells the client how long to wait", async () => {
    const { subscribe } = world.site({ LIMIT_PER_CLIENT: "3/60" });
    const from = (client: string, n: number) => subscribe(`p${n}@example.com`, { client });
    expect(await statuses([1, 2, 3, 4, 5].map((n) => from("192.0.2.7", n)))).toEqual([
      200, 200, 200, 429, 429,
    ]);
    const refused = await from("192.0.2.7", 6);
    expect(await refused.json()).toMatchObject({ status: "error", code: "too-many-requests" });
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(15);
    expect(seconds).toBeLessThanOrEqual(20);
    expect((await from("192.0.2.8", 7)).status, "another client").toBe(200);
    expect(await world.rows("subscribers")).toHaveLength(4);
  });

  test("a refused request writes no row, so refused clients cannot fill the table of limits", async () => {
    const { subscribe } = world.site({ LIMIT_PER_CLIENT: "1/600" });
    const answers = await statuses([1, 2, 3, 4, 5].map((n) => subscribe(`p${n}@example.com`)));
    expect(answers).toEqual([200, 429, 429, 429, 429]);
    expect(await world.database.query("select count(*)::integer as count from rate_limits")).toEqual([
      { count: 2 },
    ]);
  });

  test("the limit per client accepts requests again once it is replenished", async () => {
    const { subscribe } = world.site({ LIMIT_PER_CLIENT: "2/1200" });
    expect(await statuses([1, 2, 3].map(() => subscribe("a@example.com")))).toEqual([200, 200, 429]);
    // Twelve minutes later in the database's time.
    await world.database.query("update rate_limits set full_at = full_at - interval '12 minutes'");
    expect(await statuses([1, 2].map(() => subscribe("a@example.com")))).toEqual([200, 429]);
  });

  test("a clock that was a day ahead for a moment blocks no client after it is right again", async () => {
    const { subscribe } = world.site({ LIMIT_PER_CLIENT: "2/600" });
    await subscribe("a@example.com");
    await world.database.query("update rate_limits set full_at = full_at + interval '1 day'");
    expect(await statuses([1, 2, 3].map(() => subscribe("a@example.com")))).toEqual([200, 200, 429]);
  });

  test("the limit per email address counts the requests of all senders and all spellings", async () => {
    const { subscribe, contact } = world.site({ LIMIT_PER_ADDRESS: "2/3600" });
    const spellings = spellingsOf("alice");
    expect(await statuses(spellings.map((email, n) => subscribe(email, { client: `192.0.2.${n}` })))).toEqual(
      spellings.map((_, n) => (n < 2 ? 200 : 429)),
    );
    const messages = ["bob@example.com", "bob@exam\u00adple.com", "b\u200bob@example。com"];
    expect(await statuses(messages.map((email) => contact(["", email, "Hello"])))).toEqual([200, 200, 429]);
    expect((await contact(["", "alice@example.com", "Hello"])).status, "messages have their own count").toBe(
      200,
    );
  });

  test("a limit accepts a request whose transaction began before an already counted request", async () => {
    const [text, values] = [takeSharesSql(1), [1800, 3600, ["shared"]]];
    const taken = await world.database.transaction(async (earlier) => {
      await earlier.query("select now()");
      await world.database.query(text, values);
      return (await earlier.query(text, values)).rows;
    });
    expect(taken).toEqual([{ key: "shared" }]);
  });

  test("one IPv6 network counts as one client, and a mapped IPv4 address as its IPv4 form", async () => {
    const { subscribe } = world.site({ LIMIT_PER_CLIENT: "1/600" });
    const from = async (client: string) => (await subscribe("a@example.com", { client })).status;
    expect(await from("2001:db8:1:2:aaaa::1")).toBe(200);
    expect(await from("2001:db8:1:2:bbbb::2")).toBe(429);
    expect(await from("2001:db8:1:3::1")).toBe(200);
    expect(await from("::ffff:198.51.100.4")).toBe(200);
    expect(await from("198.51.100.4")).toBe(429);
    expect(await from("::ffff:c633:6404"), "spelled in hexadecimal digits").toBe(429);
    expect(await from("[2001:db8:1:3::7]:443"), "with a port, as some proxies write it").toBe(429);
    expect(await from("198.51.100.4:5555")).toBe(429);
  });

  test("the server takes the client's address only from entries that its trusted proxies wrote", async () => {
    const from = async (env: Record<string, string>, forwardedFor: string) => {
      await world.empty();
      const { subscribe } = world.site({ LIMIT_PER_CLIENT: "1/600", ...env });
      const send = (header: string) => subscribe("a@example.com", { headers: { "x-forwarded-for": header } });
      await send("203.0.113.1");
      return (await send(forwardedFor)).status;
    };
    expect(await from({}, "203.0.113.2"), "without a proxy, the client writes the header").toBe(429);
    expect(await from({ TRUSTED_PROXY_HOPS: "1" }, "203.0.113.2")).toBe(200);
    expect(await from({ TRUSTED_PROXY_HOPS: "1" }, "203.0.113.9, 203.0.113.1"), "a forged first entry").toBe(
      429,
    );
    expect(await from({ TRUSTED_PROXY_HOPS: "1" }, "not an address")).toBe(200);
  });

  test("several servers count requests against the same limits", async () => {
    const limit = { LIMIT_PER_CLIENT: "4/600" };
    const other = world.another();
    const servers = [world.site(limit), world.site(limit, { database: other })];
    const responses = Array.from({ length: 10 }, (_, n) => servers[n % 2]?.subscribe("a@example.com"));
    expect(await statuses(responses as Promise<Response>[])).toEqual([
      ...[200, 200, 200, 200, 429, 429, 429, 429, 429, 429],
    ]);
    await other.close();
  });

  test("the table of limits holds no readable address, and its rows expire", async () => {
    const { subscribe } = world.site({ LIMIT_PER_CLIENT: "9/1", LIMIT_PER_ADDRESS: "9/1" });
    await subscribe("alice@example.com", { client: "192.0.2.77" });
    const keys = await world.database.query<{ key: string }>("select key from rate_limits");
    expect(keys).toHaveLength(2);
    expect(JSON.stringify(keys)).not.toMatch(/alice|192/);
  });
}
