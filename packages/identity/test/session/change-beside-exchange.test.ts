import { describe, expect, test } from "vitest";
import { credential, ended, KEY, setUp } from "../custody/set-up.ts";
import { createBrowser, refusal, type Tab } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { createGate } from "../support/gate.ts";
import { google } from "../support/google.ts";
import { identity } from "../support/secrets.ts";
import { session } from "../support/tokens.ts";

const isChange = (path: string) => path.endsWith("accounts:update");

/** Changes the password in one tab. Before the response arrives, another tab forces a refresh. */
async function changeBesideExchange(
  [one, two]: readonly [Tab, Tab],
  response: ReturnType<typeof createGate>,
) {
  const changed = identity.updatePassword(one.client, "another-horse");
  await settle();
  const token = identity.getIdToken(two.client, { forceRefresh: true }).catch(({ code }) => String(code));
  await settle();
  response.open();
  await expect(changed).resolves.toMatchObject({ uid: "alice" });
  const exchanged = await token;
  await settle();
  for (const { client } of [one, two])
    expect(client.getState()).toMatchObject({ status: "signed-in", user: { uid: "alice" } });
  return exchanged;
}

describe("a change of the password beside another tab's exchange", () => {
  test.each([
    { how: "the other tab's exchange waits for its tokens", options: {}, exchanges: 0 },
    { how: "without Web Locks", options: { locks: undefined }, exchanges: 1 },
  ])("a changed password keeps the session in both tabs: $how", async ({ options, exchanges }) => {
    const response = createGate();
    let isChanged = false as boolean;
    const browser = createBrowser({
      stored: session(),
      // Google refuses the earlier refresh token from the change of the password on.
      server: async (call) => {
        if (call.path === "/v1/token" && isChanged) return refusal("TOKEN_EXPIRED");
        if (!isChange(call.path)) return google()(call);
        isChanged = true;
        await response.opened;
        return google()(call);
      },
    });
    const tabs = [browser.open(options), browser.open(options)] as const;
    await settle();
    const token = await changeBesideExchange(tabs, response);
    expect(JSON.stringify(browser.values.get(KEY))).toContain("idToken");
    expect(browser.calls.filter(({ path }) => path === "/v1/token")).toHaveLength(exchanges);
    if (exchanges > 0) return;
    expect(token).toBe(await identity.getIdToken(tabs[0].client));
    expect(tabs[1].events).not.toContainEqual(expect.objectContaining({ type: "signed-out" }));
  });

  test("a changed password keeps the server's session, if a server has the refresh token", async () => {
    const set = setUp();
    const tabs = [set.open(), set.open()] as const;
    await identity.signInWithPassword(tabs[0].client, credential);
    await settle();
    const response = createGate();
    set.world.google = async (call) => {
      if (!isChange(call.path)) return google()(call);
      // From now on, Google refuses the refresh token that the server has.
      set.world.upstream = () => Response.json({ error: { message: "TOKEN_EXPIRED" } }, { status: 400 });
      await response.opened;
      set.world.upstream = undefined;
      return google()(call);
    };
    await changeBesideExchange(tabs, response);
    expect(ended(set)).toEqual([]);
  });

  test("a change that waits for another tab's exchange leaves the profile of a user who signs in meanwhile", async () => {
    const browser = createBrowser({ stored: session() });
    const exchange = createGate();
    browser.answerWith(async (call) => {
      const sub = call.path.endsWith("signInWithPassword") ? "bob" : "alice";
      if (call.path === "/v1/token") await exchange.opened;
      if (call.path.endsWith(":lookup")) return "offline";
      // Only a changed password has new tokens.
      if (isChange(call.path)) return { body: { email: "alice@example.com", displayName: "Alice A." } };
      return google({ sub })(call);
    });
    const [one, two] = [browser.open(), browser.open()];
    await settle();
    const token = identity.getIdToken(two.client, { forceRefresh: true }).catch(({ code }) => code);
    await settle();
    const changed = identity.updateProfile(one.client, { displayName: "Alice A." }).catch(({ code }) => code);
    await settle();
    expect(browser.calls.filter(({ path }) => isChange(path))).toEqual([]);
    await identity.signInWithPassword(one.client, credential);
    const shown = one.client.getState();
    expect(shown).toMatchObject({ user: { uid: "bob" } });
    exchange.open();
    await Promise.all([token, changed]);
    await settle();
    expect(one.client.getState()).toEqual(shown);
  });
});
