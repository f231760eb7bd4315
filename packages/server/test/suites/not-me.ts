import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { forgedLinkTokens } from "../support/attacks/forged-links.ts";
import { newBrowserWorld, ORIGIN } from "../support/new-browser.ts";
import { SAFARI_ON_IPHONE } from "../support/sessions.ts";
import type { World } from "../support/world.ts";

/** The link of the mail about a new browser, its button, and the attacks on both. */
export function notMeSuite(world: World): void {
  const { upstream, open, sql, openSite, linkOf, openLink, press, answer, uids, stranger } =
    newBrowserWorld(world);

  test("opening the mailed not-me link changes nothing, however often a mail scanner opens the link", async () => {
    const site = openSite();
    const { other, link } = await stranger(site);
    for (const method of ["GET", "GET", "HEAD"]) {
      const response = await site.request(link, { method });
      expect(response.status).toBe(303);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
    const cookie = await openLink(site, link);
    const page = await site.request("/api/account/not-me", { headers: { cookie } });
    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const html = await page.text();
    expect(html).toContain("Safari on iPhone, ");
    expect(html).not.toMatch(/<script|style="|alice|token/);
    expect(await other.exchange()).toMatchObject({ status: 200 });
    expect(upstream.resets.sent).toEqual([]);
    expect((await answer(site, link)).status, "the customer still can").toBe(200);
  });

  test("the cookie of the not-me link lasts fifteen minutes, and scripts cannot read the cookie", async () => {
    const site = openSite();
    const { link } = await stranger(site);
    expect((await site.request(link)).headers.get("set-cookie")).toMatch(
      /^__Host-not-me=[0-9a-f-]{36}\.[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  test("the not-me button ends only the reported browser's session, works once, and mails a link for a new password", async () => {
    const site = openSite();
    upstream.profiles.set("alice", { providerUserInfo: [{ providerId: "password" }] });
    const { own, other, link } = await stranger(site);
    const page = await answer(site, link);
    expect(page.status).toBe(200);
    expect(page.headers.get("set-cookie")).toMatch(/^__Host-not-me=; .*Max-Age=0;/);
    expect(await page.text()).toMatch(/That browser is signed out[\s\S]*we’ve sent a link/);
    expect(await other.exchange()).toMatchObject({ status: 400, code: "TOKEN_EXPIRED" });
    expect(await own.exchange()).toMatchObject({ status: 200 });
    expect(upstream.resets.sent).toEqual([{ requestType: "PASSWORD_RESET", email: "alice@example.com" }]);
    expect(await sql("select kind, browser from account_events order by id desc limit 1")).toEqual([
      { kind: "ended-by-notice", browser: "Safari" },
    ]);
    await other.signIn("alice");
    expect((await answer(site, link)).status, "a replay").toBe(410);
    expect(upstream.resets.sent).toHaveLength(1);
    expect(await uids()).toEqual(["alice", "alice"]);
    await site.arrived(3);
  });

  test("if the not-me button is pressed twice at once, the notice is answered once", async () => {
    const site = openSite();
    upstream.profiles.set("alice", { providerUserInfo: [{ providerId: "password" }] });
    const { link } = await stranger(site);
    const cookie = await openLink(site, link);
    const statuses = await Promise.all([press(site, { cookie }), press(site, { cookie })]);
    expect(statuses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 410]);
    expect(upstream.resets.sent).toHaveLength(1);
  });

  test("pressing the not-me button also ends later sessions of the stranger's browser", async () => {
    const site = openSite();
    const { own, other, link } = await stranger(site);
    const copy = open(site, SAFARI_ON_IPHONE);
    Object.assign(copy.state, { device: other.state.device });
    await copy.signIn("alice");
    await answer(site, link);
    expect(await other.exchange()).toMatchObject({ code: "TOKEN_EXPIRED" });
    expect(await copy.exchange()).toMatchObject({ code: "TOKEN_EXPIRED" });
    expect(await own.exchange()).toMatchObject({ status: 200 });
  });

  test("the not-me link of one person ends no session of another person", async () => {
    const site = openSite();
    await open(site).signIn("bob");
    const link = await linkOf(site);
    await open(site).signIn("alice");
    await answer(site, link);
    expect(await uids()).toEqual(["alice"]);
  });

  test("a forged, changed or foreign token of the not-me link is refused, and guesses are limited", async () => {
    const site = openSite({ LIMIT_PER_CLIENT: "30/600" });
    const { link } = await stranger(site);
    await open(site).signIn("bob");
    const bobs = (await linkOf(site, 3)).split("token=")[1] ?? "";
    const token = link.split("token=")[1] ?? "";
    const [[id = ""], [, ofBob = ""]] = [token.split("."), bobs.split(".")];
    for (const bad of [...forgedLinkTokens(token), `${id}.${ofBob}`]) {
      const opened = await site.request(`/api/account/not-me?token=${encodeURIComponent(bad)}`);
      expect([bad, opened.status, opened.headers.get("set-cookie")]).toEqual([bad, 400, null]);
      const cookie = `__Host-not-me=${encodeURIComponent(bad)}`;
      expect((await press(site, { cookie })).status, `pressed ${bad}`).toBe(410);
    }
    const unsubscribe = token.replace(
      /\..*/,
      `.${createHmac("sha256", site.config.linkSecrets[0]).update(`unsubscribe\0${id}`).digest("base64url")}`,
    );
    expect((await site.request(`/api/account/not-me?token=${unsubscribe}`)).status, "another use").toBe(400);
    expect(await uids()).toHaveLength(3);
    for (let count = 0; count < 20; count++) await site.request("/api/account/not-me?token=guess");
    expect((await site.request("/api/account/not-me?token=guess")).status).toBe(429);
    expect((await site.request(link)).status, "the real link still opens").toBe(303);
  });

  test("pressing the not-me button from another origin has no effect", async () => {
    const site = openSite();
    const { link } = await stranger(site);
    const cookie = await openLink(site, link);
    for (const origin of [
      ...["https://evil.example", "https://shop.tallybin.example", "http://www.tallybin.example"],
      "null",
    ])
      expect((await press(site, { cookie, origin })).status, origin).toBe(403);
    expect(await uids()).toHaveLength(2);
  });

  test("pressing the not-me button without an origin or without the cookie has no effect", async () => {
    const site = openSite();
    const { link } = await stranger(site);
    const cookie = await openLink(site, link);
    expect((await site.request("/api/account/not-me", { method: "POST", headers: { cookie } })).status).toBe(
      403,
    );
    expect((await press(site, {})).status).toBe(410);
    expect((await site.request(link, { method: "POST", headers: { origin: ORIGIN } })).status).toBe(410);
    expect(await uids()).toHaveLength(2);
  });

  test("a not-me link stops working after seven days", async () => {
    const site = openSite();
    const { link } = await stranger(site);
    await sql("update sign_in_notices set at = now() - interval '7 days'");
    const response = await answer(site, link);
    expect([response.status, await uids()]).toEqual([410, ["alice", "alice"]]);
    expect(await response.text()).toContain("This link no longer works");
  });

  test("for an account without a password, the not-me page says what to do at the provider, and no mail is sent", async () => {
    const site = openSite();
    upstream.profiles.set("alice", { providerUserInfo: [{ providerId: "google.com" }] });
    const { link } = await stranger(site);
    expect(await (await answer(site, link)).text()).toContain(
      "You sign in with Google, so we have no password",
    );
    expect(upstream.resets.sent).toEqual([]);
  });

  test("for an account with passkeys only, the not-me page says that the account has no password", async () => {
    const site = openSite();
    upstream.profiles.set("alice", { passkeyInfo: [{ credentialId: "key" }] });
    const { link } = await stranger(site);
    expect(await (await answer(site, link)).text()).toContain("Your account has no password.");
  });

  test("if the mail for a new password cannot be sent, the not-me page links to the form that requests the mail", async () => {
    const site = openSite();
    upstream.profiles.set("alice", { providerUserInfo: [{ providerId: "password" }] });
    const { other, link } = await stranger(site);
    upstream.resets.isOffline = true;
    const html = await (await answer(site, link)).text();
    upstream.resets.isOffline = false;
    expect(html).toContain('<a href="/auth/forgotpass">Choose a new password</a>');
    expect(await other.exchange()).toMatchObject({ code: "TOKEN_EXPIRED" });
  });
}
