import { expect, test } from "vitest";
import { releasingCustody, serverCustody, setCustody } from "../../src/custody/index.ts";
import { refusal } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { google } from "../support/google.ts";
import { identity } from "../support/secrets.ts";
import { refreshToken, session } from "../support/tokens.ts";
import { KEY, setUp, URL_OF_SERVER } from "./set-up.ts";

const MINUTE = 60_000;
const url = URL_OF_SERVER;

/** The server's mode of sessions; `releasing` after a switch back to the browser. */
type Mode = "browser" | "server" | "releasing";
const custodyOf = (mode: Mode) =>
  mode === "browser" ? undefined : mode === "server" ? serverCustody({ url }) : releasingCustody({ url });

/** A browser signed in by `SESSIONS=browser`, whose server changes its mode and whose Google may be down. */
function setUpTabs() {
  const { browser, world } = setUp();
  browser.values.set(KEY, { version: 1, session: session() });
  const site: { mode: Mode; isGoogleDown: boolean } = { mode: "browser", isGoogleDown: false };
  // The returned token is not fetched twice: the server forgets it after a minute.
  let releasedAt: number | undefined;
  world.own = ({ path, method }) => {
    if (method === "DELETE" || site.mode === "server") return undefined;
    const isRelease = path.endsWith("/release");
    if (site.mode === "browser" || !isRelease) return { status: 404, body: {} };
    releasedAt ??= browser.clock.now();
    const isGone = browser.clock.now() - releasedAt > MINUTE;
    return isGone ? refusal("TOKEN_EXPIRED") : { body: { refresh_token: refreshToken() } };
  };
  world.google = (call) => {
    if (site.isGoogleDown) return "offline";
    const isForeign = call.path === "/v1/token" && call.body["refresh_token"] !== refreshToken();
    return isForeign ? refusal("INVALID_REFRESH_TOKEN") : google()(call);
  };
  world.upstream = () => (site.isGoogleDown ? new Response("", { status: 503 }) : undefined);

  /** A page of this release: it loads the server's mode, and again when its custody is unavailable. */
  const page = () => {
    const custody = custodyOf(site.mode);
    const tab = browser.open({ ...(custody && { custody }) });
    tab.client.onEvent((event) => {
      const code = event.type === "refresh-failed" ? event.code : event.type;
      if (code === "custody-unavailable") setCustody(tab.client, custodyOf(site.mode));
    });
    return tab;
  };
  return { browser, site, page };
}

test("ten tabs stay signed in through a switch to the server, two outages of Google and a switch back", async () => {
  const { browser, site, page } = setUpTabs();
  const tabs = Array.from({ length: 7 }, page);
  await settle();
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      await browser.clock.advance(MINUTE);
      for (const { client } of tabs)
        expect(client.getState()).toMatchObject({ status: "signed-in", user: { uid: "alice" } });
    }
  };
  const pageAfter = async () => {
    tabs.push(page());
    await settle();
  };

  await pass(30);
  site.mode = "server";
  await pageAfter();
  await pass(60);
  await pageAfter();
  site.isGoogleDown = true;
  await pass(10);
  site.isGoogleDown = false;
  await pass(120);

  site.isGoogleDown = true;
  site.mode = "releasing";
  await pageAfter();
  await pass(10);
  site.isGoogleDown = false;
  await pass(120);
  expect(tabs).toHaveLength(10);
  for (const { client } of tabs) expect(client.getState()).toMatchObject({ connection: "online" });
  await Promise.all(tabs.map(({ client }) => identity.getIdToken(client)));
  expect(JSON.stringify(browser.values.get(KEY))).toContain(refreshToken());
});
