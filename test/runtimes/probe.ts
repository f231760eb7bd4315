import { InvalidTokenError, memoryStore, sessionHandlers } from "@tallybin/identity-server";
import { forgeries, WRONG_CLAIMS } from "../../packages/server/test/support/attacks/forged-tokens.ts";
import { createUpstream, openBrowser, refused, SECRET } from "../../packages/server/test/support/sessions.ts";
import { createTokenService, TOKEN_PROJECT } from "../../packages/server/test/support/tokens.ts";

const ORIGIN = "https://www.example.com";
const LIMITS = { idleSeconds: 86_400, lifetimeSeconds: 7 * 86_400 };

/** A site with the packed package, and a browser of it. */
async function open() {
  const tokens = await createTokenService();
  const upstream = createUpstream({ tokens });
  const sessions = sessionHandlers({
    store: memoryStore(LIMITS),
    secrets: [SECRET],
    origin: ORIGIN,
    projectId: TOKEN_PROJECT,
    apiKey: "fake-key",
    fetchKeys: tokens.fetchKeys,
    fetchTokens: upstream.fetchTokens,
  });
  const browser = openBrowser(upstream, async (path, init) => {
    const headers = { ...(init.headers as Record<string, string>), origin: ORIGIN };
    const response = await sessions.handle(new Request(ORIGIN + path, { ...init, headers }));
    return response ?? new Response(null, { status: 404 });
  });
  const current = () =>
    sessions.getSession(new Request(ORIGIN, { headers: { cookie: browser.state.cookie } }));
  return { tokens, upstream, sessions, browser, current };
}

const checks: Record<string, () => Promise<boolean>> = {
  async "a valid ID token is accepted"() {
    const { tokens, sessions } = await open();
    return (await sessions.verifyIdToken(await tokens.sign())).uid === "uid-of-alice";
  },
  async "forged ID tokens are refused"() {
    const { tokens, sessions } = await open();
    const wrong = await Promise.all(WRONG_CLAIMS.map(([, changes]) => tokens.sign(changes)));
    const forged = [...wrong, ...Object.values(await forgeries(tokens))];
    const verdicts = forged.map((token) =>
      sessions.verifyIdToken(token).then(
        () => false,
        (error: unknown) => error instanceof InvalidTokenError,
      ),
    );
    return forged.length >= 60 && (await Promise.all(verdicts)).every(Boolean);
  },
  async "a session is handed over, exchanged, read by a page and ended"() {
    const { browser, current } = await open();
    await browser.signIn("alice");
    const [first, second] = await Promise.all([browser.exchange(), browser.exchange()]);
    const session = await current();
    await browser.send("DELETE", "/api/session?replaced");
    const isOver = (await current()) === undefined;
    return (
      [first.status, second.status].every((status) => status === 200) && session?.uid === "alice" && isOver
    );
  },
  async "a refused token ends the session, and an outage does not"() {
    const { browser, upstream } = await open();
    const { refreshToken } = await browser.signIn("alice");
    upstream.faults.set(refreshToken, "offline");
    const away = await browser.exchange();
    upstream.faults.set(refreshToken, refused("USER_DISABLED"));
    const ended = await browser.exchange();
    return away.status === 503 && ended.code === "USER_DISABLED";
  },
  async "another site's page is refused"() {
    const { browser } = await open();
    const { status } = await browser.send(
      "POST",
      "/api/session/token",
      { held: "" },
      { "sec-fetch-site": "cross-site" },
    );
    return status === 403;
  },
};

/** The names of the checks, each with its result or error. */
export async function probe(): Promise<Record<string, string>> {
  const results = Object.entries(checks).map(async ([name, check]) => {
    const result = await check().then(
      (isRight) => (isRight ? "passed" : "FAILED"),
      (error: unknown) => `FAILED: ${String(error)}`,
    );
    return [name, result] as const;
  });
  return Object.fromEntries(await Promise.all(results));
}
