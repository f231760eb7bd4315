import { expect, test } from "vitest";
import { createSession } from "../../src/session/tokens.ts";
import { createBrowser, KEY, type Server, type Tab } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { google } from "../support/google.ts";
import { identity } from "../support/secrets.ts";
import { idToken, session } from "../support/tokens.ts";

const MINUTE = 60_000;
const credential = { email: "alice@example.com", password: "correct-horse" };

/** The server answers at once, but the page is frozen and gets the next response to a path two hours later. */
function setUp() {
  const browser = createBrowser();
  const answer = google();
  let frozen: string | undefined;
  const server: Server = async (call) => {
    const answered = await answer(call);
    if (call.path !== frozen) return answered;
    frozen = undefined;
    browser.clock.sleep(120 * MINUTE);
    return answered;
  };
  browser.answerWith(server);
  return {
    browser,
    exchanges: () => browser.calls.filter(({ path }) => path === "/v1/token").length,
    freezeAt: (path: string) => {
      frozen = path;
    },
  };
}

test.each([
  {
    name: "a sign-in",
    path: "/v1/accounts:signInWithPassword",
    act: (client: Tab["client"]) => identity.signInWithPassword(client, credential),
  },
  {
    name: "a change of the password",
    path: "/v1/accounts:update",
    act: (client: Tab["client"]) => identity.updatePassword(client, "another-horse"),
  },
  {
    name: "a re-authentication",
    path: "/v1/accounts:signInWithPassword",
    act: (client: Tab["client"]) => identity.reauthenticateWithPassword(client, credential),
  },
])(
  "if a frozen page receives the tokens of $name late, the client exchanges them before use",
  async ({ path, act }) => {
    const { browser, exchanges, freezeAt } = setUp();
    browser.values.set(KEY, { version: 1, session: session() });
    const { client } = browser.open();
    await settle();
    freezeAt(path);
    await act(client);
    const before = exchanges();
    await identity.getIdToken(client);
    await browser.clock.advance(0);
    expect(before).toBeLessThanOrEqual(1);
    expect(exchanges()).toBe(1);
  },
);

test("the lifetime of tokens does not count the time that the exchange waits for another tab", async () => {
  const browser = createBrowser({ server: google(), stored: session() });
  const [hanging, waiting] = [browser.open(), browser.open()];
  await settle();
  browser.answerWith(() => "hang");
  identity.getIdToken(hanging.client, true).catch(() => undefined);
  await settle();
  const token = identity.getIdToken(waiting.client, true);
  await browser.clock.advance(5_000);
  browser.answerWith(google());
  hanging.crash();
  await browser.clock.advance(0);
  await token;
  const stored = browser.values.get(KEY) as { session: { expiresAt: number } };
  expect(stored.session.expiresAt - browser.clock.now()).toBe(60 * MINUTE);
});

test("the lifetime of tokens counts from the request, even if the clock was set back before the response", () => {
  const tokens = { idToken: idToken(), expiresIn: 3600 };
  const known = { stamp: 0, generation: "alice-1" };
  expect(createSession(tokens, 500, known, 100)).toMatchObject({ receivedAt: 500, expiresAt: 3_600_100 });
  expect(createSession(tokens, 100, known, 500)).toMatchObject({ receivedAt: 100, expiresAt: 3_600_100 });
});
