import { describe, expect, test } from "vitest";
import { credential, ended, KEY, setUp } from "../custody/set-up.ts";
import { createBrowser, refusal, type Server } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { google } from "../support/google.ts";
import { identity } from "../support/secrets.ts";
import { session } from "../support/tokens.ts";

const isChange = (path: string) => path.endsWith("accounts:update");

/** Google refuses the earlier refresh token from the change of the password on. The response arrives when told. */
function createChangingServer() {
  const answer = google();
  let isChanged = false as boolean;
  let respond = () => {};
  const server: Server = async (call) => {
    if (call.path === "/v1/token") return isChanged ? refusal("TOKEN_EXPIRED") : answer(call);
    if (!isChange(call.path)) return answer(call);
    isChanged = true;
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    return answer(call);
  };
  return { server, respond: () => respond() };
}

describe("a change of the password beside another tab's exchange", () => {
  test.each([
    { where: "with Web Locks", options: {} },
    { where: "without Web Locks", options: { locks: undefined } },
  ])("a changed password keeps the session in both tabs, $where", async ({ options }) => {
    const browser = createBrowser();
    const { server, respond } = createChangingServer();
    browser.answerWith(server);
    browser.values.set(KEY, { version: 1, session: session() });
    const [one, two] = [browser.open(options), browser.open(options)];
    await settle();
    const changed = identity.updatePassword(one.client, "another-horse");
    await settle();
    const token = identity.getIdToken(two.client, { forceRefresh: true }).catch(({ code }) => code);
    await settle();
    respond();
    await expect(changed).resolves.toMatchObject({ uid: "alice" });
    await token;
    await settle();
    for (const { client } of [one, two])
      expect(client.getState()).toMatchObject({ status: "signed-in", user: { uid: "alice" } });
    expect(JSON.stringify(browser.values.get(KEY))).toContain("idToken");
  });

  test("the exchange of another tab waits for the tokens of a changed password, and the tab is never signed out", async () => {
    const browser = createBrowser();
    const { server, respond } = createChangingServer();
    browser.answerWith(server);
    browser.values.set(KEY, { version: 1, session: session() });
    const [one, two] = [browser.open(), browser.open()];
    await settle();
    const changed = identity.updatePassword(one.client, "another-horse");
    await settle();
    const token = identity.getIdToken(two.client, { forceRefresh: true });
    await settle();
    respond();
    await changed;
    await expect(token).resolves.toEqual(await identity.getIdToken(one.client));
    expect(two.events).not.toContainEqual(expect.objectContaining({ type: "signed-out" }));
    expect(browser.calls.filter(({ path }) => path === "/v1/token")).toEqual([]);
  });

  test("a changed password keeps the server's session, if a server has the refresh token", async () => {
    const set = setUp();
    const [one, two] = [set.open(), set.open()];
    await identity.signInWithPassword(one.client, credential);
    await settle();
    const answer = google();
    let respond = () => {};
    set.world.google = async (call) => {
      if (!isChange(call.path)) return answer(call);
      // From now on, Google refuses the refresh token that the server has.
      set.world.upstream = () => Response.json({ error: { message: "TOKEN_EXPIRED" } }, { status: 400 });
      await new Promise<void>((resolve) => {
        respond = resolve;
      });
      set.world.upstream = undefined;
      return answer(call);
    };
    const changed = identity.updatePassword(one.client, "another-horse");
    await settle();
    const token = identity.getIdToken(two.client, { forceRefresh: true }).catch(({ code }) => code);
    await settle();
    respond();
    await expect(changed).resolves.toMatchObject({ uid: "alice" });
    await token;
    await settle();
    for (const { client } of [one, two]) expect(client.getState()).toMatchObject({ status: "signed-in" });
    expect(ended(set)).toEqual([]);
  });

  test("a change that waits for another tab's exchange leaves the profile of a user who signs in meanwhile", async () => {
    const browser = createBrowser();
    let finishExchange = () => {};
    browser.answerWith(async (call) => {
      const sub = call.path.endsWith("signInWithPassword") ? "bob" : "alice";
      if (call.path === "/v1/token")
        await new Promise<void>((resolve) => {
          finishExchange = resolve;
        });
      if (call.path.endsWith(":lookup")) return "offline";
      // Only a changed password has new tokens.
      if (isChange(call.path)) return { body: { email: "alice@example.com", displayName: "Alice A." } };
      return google({ sub })(call);
    });
    browser.values.set(KEY, { version: 1, session: session() });
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
    finishExchange();
    await Promise.all([token, changed]);
    await settle();
    expect(one.client.getState()).toEqual(shown);
  });
});
