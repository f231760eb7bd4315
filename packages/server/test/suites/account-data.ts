import { expect, test } from "vitest";
import { codeOf, sessionWorld } from "../support/sessions.ts";
import type { World } from "../support/world.ts";

/** The download of one's data: what it holds, and whose. */
export function accountDataSuite(world: World): void {
  const { serve, open, bearer } = sessionWorld(world);
  type Site = Pick<ReturnType<typeof serve>, "request">;
  const read = async ({ request }: Site, claims: Record<string, unknown> = {}) =>
    request("/api/account/data", { headers: await bearer("alice", claims) });
  const dataOf = async (site: Site, claims?: Record<string, unknown>) => {
    const response = await read(site, claims);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    return ((await response.json()) as { data: Record<string, Record<string, unknown>[]> }).data;
  };

  test("the download of an account's data has the account's sessions, history and subscription, and no data of other accounts", async () => {
    const site = serve();
    for (const uid of ["alice", "bob"]) await open(site).signIn(uid);
    await site.subscribe("other@example.com", { headers: await bearer("alice") });
    await site.subscribe("bob@example.com");
    const data = await dataOf(site);
    expect(data).toMatchObject({
      sessions: [{ browser: "Firefox", system: "Linux", createdAt: expect.stringMatching(/Z$/) }],
      history: [{ kind: "signed-in" }],
      newsletter: [{ email: "other@example.com", unsubscribedAt: null, source: "unknown" }],
    });
    expect(Object.keys(data)).toEqual(["sessions", "history", "newsletter"]);
    expect(data["sessions"], "no ID that a page could present").not.toHaveProperty("0.id");
  });

  test("the download of an account's data has a subscription by email only if the address is verified", async () => {
    const site = serve();
    await site.subscribe("ALICE@example.com");
    expect((await dataOf(site))["newsletter"]).toEqual([]);
    expect((await dataOf(site, { email_verified: "true" }))["newsletter"], "a text is no proof").toEqual([]);
    expect((await dataOf(site, { email_verified: true }))["newsletter"]).toHaveLength(1);
  });

  test("the download of an account's data needs a sign-in within the last five minutes", async () => {
    const response = await read(serve(), { auth_time: Math.floor(Date.now() / 1000) - 301 });
    expect(await codeOf(response)).toEqual([403, "requires-recent-login"]);
  });

  test("with sessions kept in browsers, the download of an account's data has its subscription and no session", async () => {
    const site = world.site();
    await site.subscribe("alice@example.com");
    expect(await dataOf(site, { email_verified: true })).toMatchObject({
      sessions: [],
      history: [],
      newsletter: [{ email: "alice@example.com" }],
    });
  });

  test("requests for an account's data are limited", async () => {
    const site = serve({ LIMIT_PER_CLIENT: "2/600" });
    const statuses = [];
    for (let count = 0; count < 3; count++) statuses.push((await read(site)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
}
