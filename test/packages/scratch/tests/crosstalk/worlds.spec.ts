import { test as base, expect } from "@tallybin/local-services/playwright";

const TESTS = 200;
const HOUR_MS = 3_600_000;

/** With SHARED, all tests use one world, to show that they would disturb each other. */
const test = process.env["SHARED"]
  ? base.extend({
      world: async ({ world }, use) => {
        // The functions of this fixture find their world by its name, so all tests get the same one here.
        const { controlWorld } = await import("@tallybin/local-services/playwright");
        await use({ ...controlWorld("http://localhost:9099", "world-shared"), drop: world.drop });
      },
    })
  : base;

test.use({ localServices: async ({ localServices }, use) => use({ ...localServices, worldBy: "key" }) });

for (let index = 0; index < TESTS; index += 1)
  test(`the clock, failures and mails of a test's world are unaffected by other tests (${index})`, async ({
    world,
    outbox,
    failures,
    localServices,
  }) => {
    const { clock } = world; // the fixture of this name opens a browser
    const toolkit = `${localServices.origin}/identitytoolkit.googleapis.com/v1`;
    const post = async (url: string, fields: object) => {
      const answer = await fetch(`${url}?key=${world.name}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(fields),
      });
      return { status: answer.status, body: await answer.json() };
    };
    const { email, uid } = await world.load("verified customer");
    const { idToken, refreshToken } = await world.issueSession(uid);
    const refresh = () =>
      post(`${localServices.origin}/securetoken.googleapis.com/v1/token`, {
        grant_type: "refresh_token",
        refresh_token: refreshToken,
      });

    // Time: each test has its own hour, in which its token has expired.
    const hours = 2 + (index % 50);
    await clock.freeze();
    const begin = await clock.now();
    expect((await post(`${toolkit}/accounts:lookup`, { idToken })).status).toBe(200);
    await clock.advance(hours * HOUR_MS);
    expect(await clock.now()).toBe(begin + hours * HOUR_MS);
    expect((await post(`${toolkit}/accounts:lookup`, { idToken })).body.error.message).toBe(
      "INVALID_ID_TOKEN",
    );

    // Network: the exchange fails while this test's script runs.
    await failures.add({ endpoint: "token", fault: { kind: "status", status: 503 } });
    expect((await refresh()).status).toBe(503);
    await failures.clear();
    expect((await refresh()).status).toBe(200);

    // Mail: the outbox holds only the mail of this test's account.
    expect(
      (await post(`${toolkit}/accounts:sendOobCode`, { requestType: "PASSWORD_RESET", email })).status,
    ).toBe(200);
    const messages = await outbox.list();
    expect(messages).toHaveLength(1);
    const { code = "" } = await outbox.latest(email, "PASSWORD_RESET");
    expect((await post(`${toolkit}/accounts:resetPassword`, { oobCode: code })).body).toMatchObject({
      email,
    });
  });
