import { describe, expect, test } from "vitest";
import { releasingCustody, serverCustody, setCustody } from "../../src/custody/index.ts";
import { refusal } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { google } from "../support/google.ts";
import { identity } from "../support/secrets.ts";
import { refreshToken, session } from "../support/tokens.ts";
import { credential, KEY, setUp, URL_OF_SERVER } from "./set-up.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SIGNED_IN = { status: "signed-in", user: { uid: "alice" } };

/** A browser whose session was stored by `SESSIONS=browser`. Google refuses a handle, as the real endpoint does. */
function setUpSwitch() {
  const set = setUp();
  const { browser, world } = set;
  browser.values.set(KEY, { version: 1, session: session() });
  const spent = () =>
    browser.calls.filter(({ path }) => path === "/v1/token").map(({ body }) => body["refresh_token"]);
  world.google = (call) =>
    call.path === "/v1/token" && call.body["refresh_token"] !== refreshToken()
      ? refusal("INVALID_REFRESH_TOKEN")
      : google()(call);
  return { ...set, spent };
}

describe("a switch to sessions on the server", () => {
  test("a client without custody keeps its user, sends no handle and emits custody-unavailable", async () => {
    const { browser, open, spent, stored } = setUpSwitch();
    const early = browser.open();
    await settle();
    const tab = open();
    await settle();
    const moved = spent().length;
    expect(early.events).toContainEqual({ type: "custody-unavailable" });
    tab.crash();
    await browser.clock.advance(2 * HOUR);
    expect(early.client.getState()).toMatchObject({ ...SIGNED_IN, connection: "reconnecting" });
    expect(spent()).toHaveLength(moved);
    expect(stored(), "other tabs need not wait").not.toContain('"retry":');
    setCustody(early.client, serverCustody({ url: URL_OF_SERVER }));
    await settle();
    expect(early.client.getState()).toMatchObject({ ...SIGNED_IN, connection: "online" });
  });

  test("a client without custody uses the ID tokens that tabs with custody refresh", async () => {
    const { browser, open } = setUpSwitch();
    const early = browser.open();
    open();
    for (let hour = 0; hour < 3; hour += 1) {
      await browser.clock.advance(HOUR);
      await expect(identity.getIdToken(early.client)).resolves.toBeTruthy();
    }
    expect(early.client.getState()).toMatchObject({ ...SIGNED_IN, connection: "online" });
  });
});

describe("a switch back to sessions in the browser", () => {
  /** A server that returns each token once, and forgets it after a minute. */
  async function setUpReturn() {
    const set = setUpSwitch();
    const { browser, world } = set;
    const kept = set.open();
    await settle();
    let releasedAt: number | undefined;
    world.own = ({ path, method }) => {
      if (method === "DELETE") return undefined;
      if (!path.endsWith("/release")) return { status: path.endsWith("/token") ? 404 : 405, body: {} };
      releasedAt ??= browser.clock.now();
      const isGone = browser.clock.now() - releasedAt > MINUTE;
      return isGone ? refusal("TOKEN_EXPIRED") : { body: { refresh_token: refreshToken() } };
    };
    const back = () => browser.open({ custody: releasingCustody({ url: URL_OF_SERVER }) });
    return { ...set, kept, back };
  }

  test.each([
    ["accepts", true],
    ["refuses", false],
  ])(
    "a refresh token that the server returned survives a ten-minute outage of Google if storage %s writes",
    async (_, isStored) => {
      const { browser, world, kept, back, stored } = await setUpReturn();
      kept.client.dispose();
      if (!isStored)
        browser.persistence.update = async () => {
          throw new Error("full");
        };
      world.google = (call) => (call.path === "/v1/token" ? "offline" : google()(call));
      const tabs = isStored ? [back(), back(), back()] : [back()];
      await browser.clock.advance(31_000);
      for (const { wake } of tabs) wake("visible");
      await settle();
      if (isStored) expect(stored()).toContain(refreshToken());
      await browser.clock.advance(10 * MINUTE);
      for (const { client } of tabs) expect(client.getState()).toMatchObject(SIGNED_IN);
      world.google = undefined;
      await browser.clock.advance(16 * MINUTE);
      for (const { client } of tabs)
        expect(client.getState()).toMatchObject({ ...SIGNED_IN, connection: "online" });
    },
  );

  test("a token that is refused before and after the server returns its session ends nothing", async () => {
    const { browser, world, kept, back } = await setUpReturn();
    kept.client.dispose();
    const { client } = back();
    await settle();
    const refused = await identity.getIdToken(client);
    world.google = (call) => {
      if (call.path === "/v1/token") return "offline";
      const isRefused = call.path.includes("lookup") && call.body["idToken"] === refused;
      return isRefused ? refusal("INVALID_ID_TOKEN") : google()(call);
    };
    for (let times = 0; times < 2; times += 1)
      await expect(identity.reload(client)).rejects.toMatchObject({ code: "network-request-failed" });
    expect(client.getState()).toMatchObject(SIGNED_IN);
    world.google = undefined;
    await browser.clock.advance(MINUTE);
    await expect(identity.reload(client)).resolves.toMatchObject({ uid: "alice" });
  });

  test("a token that one tab finds refused while another tab gets the session back ends nothing", async () => {
    const { world, kept, back } = await setUpReturn();
    const refused = await identity.getIdToken(kept.client);
    const { own } = world;
    let release = () => {};
    const gate = new Promise<void>((open) => {
      release = open;
    });
    world.own = (call) =>
      call.path.endsWith("/release") ? gate.then(() => own?.(call) ?? "offline") : own?.(call);
    world.google = (call) => {
      if (call.path === "/v1/token") return "offline";
      const isRefused = call.path.includes("lookup") && call.body["idToken"] === refused;
      return isRefused ? refusal("INVALID_ID_TOKEN") : google()(call);
    };
    const next = back();
    await settle();
    const first = identity.reload(kept.client).catch((error: unknown) => error);
    await settle();
    release();
    expect(await first).toMatchObject({ code: "network-request-failed" });
    await expect(identity.reload(kept.client)).rejects.toMatchObject({ code: expect.any(String) });
    for (const { client } of [kept, next]) expect(client.getState()).toMatchObject(SIGNED_IN);
  });

  test("after the server stops custody, a page with the old configuration keeps its user and its client emits custody-unavailable", async () => {
    const { browser, kept, stored } = await setUpReturn();
    await browser.clock.advance(HOUR);
    expect(kept.client.getState()).toMatchObject(SIGNED_IN);
    expect(kept.events).toContainEqual({ type: "custody-unavailable" });
    expect(stored()).not.toContain('"retry":');
    setCustody(kept.client, releasingCustody({ url: URL_OF_SERVER }));
    await settle();
    expect(kept.client.getState()).toMatchObject({ ...SIGNED_IN, connection: "online" });
    expect(stored()).toContain(refreshToken());
  });

  test("after the server stops custody, a sign-in on a page with the old configuration fails and the client emits custody-unavailable", async () => {
    const { kept } = await setUpReturn();
    await expect(identity.signInWithPassword(kept.client, credential)).rejects.toMatchObject({
      code: "custody-unavailable",
    });
    expect(kept.events).toContainEqual({ type: "custody-unavailable" });
    expect(kept.client.getState()).toMatchObject(SIGNED_IN);
    setCustody(kept.client, releasingCustody({ url: URL_OF_SERVER }));
    await identity.signInWithPassword(kept.client, credential);
    expect(kept.client.getState()).toMatchObject(SIGNED_IN);
  });
});
