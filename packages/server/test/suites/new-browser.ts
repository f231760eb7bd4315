import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { newBrowserWorld, ORIGIN } from "../support/new-browser.ts";
import { FIREFOX_ON_LINUX, SAFARI_ON_IPHONE } from "../support/sessions.ts";
import type { World } from "../support/world.ts";

/** The mail that tells of a new browser, and who gets none. */
export function newBrowserSuite(world: World): void {
  const { upstream, serve, open, rows, sql, openSite, pathOf, answer, stranger } = newBrowserWorld(world);

  test("a sign-in from a new browser causes one mail with the browser, the time and one link", async () => {
    const site = openSite();
    await open(site).signIn("alice");
    const [mail] = await site.arrived(1);
    expect(mail).toMatchObject({
      kind: "new-browser",
      to: "alice@example.com",
      subject: "A new browser signed in to your Tallybin account",
      headers: { "Auto-Submitted": "auto-generated" },
    });
    expect(mail?.text).toContain("Firefox on Linux");
    expect(mail?.text).toMatch(/\w+ \d+, \d{4} at \d+:\d\d [AP]M UTC/);
    expect(mail?.text.match(/https:\S+/g)).toEqual([mail?.link, ORIGIN]);
    expect(mail?.link, "no personal data").toMatch(
      /^https:\/\/www\.tallybin\.example\/api\/account\/not-me\?token=[0-9a-f-]{36}\.[\w-]{43}$/,
    );
  });

  test("the device cookie is strict, lasts 400 days, and is stored as a different hash for each account", async () => {
    const site = openSite();
    const browser = open(site);
    const response = await browser.handOver(await upstream.signIn("alice"));
    expect(response.headers.getSetCookie().at(-1)).toMatch(
      /^__Host-device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/,
    );
    const secret = browser.state.device.split("=")[1] ?? "";
    await browser.signIn("bob");
    const hashes = ["alice", "bob"].map((uid) =>
      createHash("sha256").update(`${secret}\0${uid}`).digest("base64url"),
    );
    const stored = await sql("select device_hash from account_devices order by uid");
    expect(stored.map((row) => row["device_hash"])).toEqual(hashes);
    const notices = await sql("select * from sign_in_notices");
    expect(JSON.stringify([stored, notices])).not.toContain(secret);
  });

  test("no mail about a new browser is sent if the same browser signs out and in again", async () => {
    const site = openSite();
    const browser = open(site);
    await browser.signIn("alice");
    await site.arrived(1);
    await browser.send("DELETE", "/api/session?replaced");
    browser.state.session = "new";
    await browser.signIn("alice");
    expect(await site.settled()).toHaveLength(1);
  });

  test("a sign-out keeps the device cookie and removes the session cookie", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const response = await browser.send("DELETE", "/api/session?replaced");
    expect(response.headers.getSetCookie().map((cookie) => cookie.split("=")[0])).toEqual([
      `__Host-session-${browser.state.session.slice(0, 8)}`,
    ]);
    expect(browser.state).toMatchObject({ cookie: "", device: expect.stringContaining("__Host-device=") });
  });

  test("the browser that created the account causes no mail about a new browser, but the account's next browser does", async () => {
    const site = openSite();
    upstream.profiles.set("alice", { createdAt: String(Date.now() - 10_000) });
    await open(site).signIn("alice");
    await expect.poll(() => sql("select id from sign_in_notices"), { timeout: 5_000 }).toEqual([]);
    await open(site, SAFARI_ON_IPHONE).signIn("alice");
    const mails = await site.arrived(1);
    expect(mails[0]?.text).toContain("Safari on iPhone");
  });

  test("a browser whose session moves to the server does not count as a new browser", async () => {
    const site = openSite();
    const browser = open(site);
    await browser.handOver(await upstream.signIn("alice"), "new", {}, "/api/session?moved");
    await browser.signIn("alice");
    expect(await site.settled()).toEqual([]);
  });

  test("ten simultaneous sign-ins on two servers cause one mail, whose link ends all ten sessions", async () => {
    const site = openSite();
    const other = world.another();
    const second = serve({}, { mailer: site.mailbox.mailer, database: other });
    await Promise.all(Array.from({ length: 10 }, (_, n) => open(n % 2 ? site : second).signIn("alice")));
    await second.server.close();
    const mails = await site.settled();
    expect(mails).toHaveLength(1);
    expect((await rows()).length).toBe(10);
    const again = openSite();
    expect((await answer(again, pathOf(mails[0]?.link))).status).toBe(200);
    expect(await rows()).toEqual([]);
    await other.close();
  });

  test("if a server is killed before it has read the account, the mail about the new browser is sent a minute later", async () => {
    const site = openSite();
    upstream.profiles.set("alice", "offline");
    await open(site).signIn("alice");
    await site.server.close();
    expect(site.mailbox.mails).toEqual([]);
    await sql("update sign_in_notices set mail_due_at = mail_due_at - interval '1 minute'");
    const next = openSite();
    await open(next, FIREFOX_ON_LINUX).signIn("bob");
    const mails = await next.arrived(2);
    expect(mails.map(({ to }) => to).sort((a, b) => a.localeCompare(b))).toEqual([
      "alice@example.com",
      "bob@example.com",
    ]);
  });

  test("mails about new browsers are limited per account, so that a stranger's sign-ins cannot fill a mailbox", async () => {
    const site = openSite({ LIMIT_PER_ADDRESS: "2/3600" });
    const own = open(site);
    await own.signIn("alice");
    await site.arrived(1);
    for (let count = 0; count < 3; count++) {
      await sql("update sign_in_notices set at = at - interval '1 minute'");
      await open(site, SAFARI_ON_IPHONE).signIn("alice");
    }
    expect(await site.settled()).toHaveLength(2);
    expect(
      await sql("select id from sign_in_notices where mail_due_at is null and mailed_at is null"),
    ).toHaveLength(2);
  });

  test("old notices and device cookies are purged after their time", async () => {
    const site = openSite();
    await stranger(site);
    await site.settled();
    await sql("update sign_in_notices set at = now() - interval '7 days'");
    await sql("update account_devices set last_seen_at = now() - interval '400 days'");
    await openSite().server.purgeHistory();
    expect([await sql("select * from sign_in_notices"), await sql("select * from account_devices")]).toEqual([
      [],
      [],
    ]);
  });
}
