import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { createNewBrowserMails } from "../../src/account/new-browser-mails.ts";
import { unsubscribeLink } from "../../src/http/mailed-link.ts";
import { createMailSender } from "../../src/mail/mail-sender.ts";
import { MAIL_TIMEOUT_MS, type Mailer, MailRefusedError } from "../../src/mail/mailer.ts";
import { createWelcomeMails } from "../../src/newsletter/welcome-mails.ts";
import { forgedLinkTokens } from "../support/attacks/forged-links.ts";
import { createMailbox, type World } from "../support/world.ts";

const SECRETS = ["0123456789abcdef0123456789abcdef"] as const;
const ORIGIN = "https://www.tallybin.example";

export function mailSuite(world: World): void {
  const open = () => {
    const mailbox = createMailbox();
    const faults: unknown[] = [];
    const givenUp: true[] = [];
    const sender = (database = world.database) => {
      const kinds = [createWelcomeMails(database, ORIGIN, SECRETS)];
      const sender = createMailSender(
        mailbox.mailer,
        kinds,
        (error) => faults.push(error),
        () => givenUp.push(true),
      );
      onTestFinished(() => sender.stop());
      return sender;
    };
    const site = world.site({}, { mailer: mailbox.mailer });
    return { ...site, mailbox, faults, givenUp, sender, arrived: mailbox.arrived };
  };
  const due = () =>
    world.database.query("update subscribers set welcome_due_at = now() where welcome_due_at is not null");
  const linkOf = (text = ""): string =>
    /https:\S+unsubscribe\S+/.exec(text)?.[0].replace(ORIGIN, "") ?? "no link";

  test("a new subscriber gets one welcome mail, with the unsubscribe address in text and headers", async () => {
    const { subscribe, arrived, mailbox } = open();
    await subscribe("alice@example.com");
    const [mail] = await arrived(1);
    const link = `${ORIGIN}${linkOf(mail?.text)}`;
    expect(mail).toMatchObject({
      to: "alice@example.com",
      headers: {
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": `<${link}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    });
    expect(link).not.toContain("alice");
    await subscribe("alice@example.com");
    await subscribe("bob@example.com");
    await arrived(2);
    expect(mailbox.mails.map(({ to }) => to)).toEqual(["alice@example.com", "bob@example.com"]);
  });

  test("a GET of the unsubscribe address asks for confirmation, and a POST unsubscribes", async () => {
    const { subscribe, arrived, request } = open();
    await subscribe("alice@example.com");
    const link = linkOf((await arrived(1))[0]?.text);
    const asked = await request(link);
    expect([asked.status, asked.headers.get("cache-control"), asked.headers.get("x-robots-tag")]).toEqual([
      200,
      "no-store",
      "noindex",
    ]);
    const html = await asked.text();
    expect(html).toContain('<form method="post">');
    expect(html).not.toMatch(/alice|<script|style="/);
    expect((await world.rows("subscribers"))[0]?.["unsubscribed_at"], "a scanner's GET").toBeNull();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    for (const body of ["List-Unsubscribe=One-Click", ""]) {
      const done = await request(link, { method: "POST", headers, body });
      expect(done.status).toBe(200);
      expect(await done.text()).toContain("You’re unsubscribed");
    }
    expect((await world.rows("subscribers"))[0]?.["unsubscribed_at"]).toBeInstanceOf(Date);
    await subscribe("alice@example.com");
    await arrived(2);
    expect(await world.rows("subscribers")).toMatchObject([{ unsubscribed_at: null }]);
  });

  test("an unsubscribe address works for a later subscription after a restored backup has lost the first one", async () => {
    const { subscribe, arrived, request } = open();
    await subscribe("alice@example.com");
    const link = linkOf((await arrived(1))[0]?.text);
    await world.database.query("delete from subscribers");
    await subscribe("ALICE@example.com");
    await arrived(2);
    await subscribe("bob@example.com");
    expect((await request(link, { method: "POST" })).status).toBe(200);
    expect(await world.rows("subscribers")).toMatchObject([
      { unsubscribed_at: expect.any(Date) },
      { unsubscribed_at: null },
    ]);
  });

  test("an unsubscribe address without a valid signature changes nothing", async () => {
    const { subscribe, arrived, request } = open();
    await subscribe("alice@example.com");
    const link = linkOf((await arrived(1))[0]?.text);
    const path = link.split("?")[0] ?? "";
    const token = link.split("token=")[1] ?? "";
    for (const bad of forgedLinkTokens(token)) {
      for (const method of ["GET", "POST"]) {
        const response = await request(`${path}?token=${encodeURIComponent(bad)}`, { method });
        expect(response.status, `${method} ${bad}`).toBe(400);
      }
    }
    expect(await world.rows("subscribers")).toMatchObject([{ unsubscribed_at: null }]);
    expect((await request(link, { method: "DELETE" })).headers.get("allow")).toBe("GET, HEAD, POST");
    expect((await request("/api/answer.css")).headers.get("content-type")).toBe("text/css; charset=utf-8");
  });

  test("links of mails that were sent before a rotation of the secret still unsubscribe", async () => {
    const { subscribe, arrived } = open();
    await subscribe("alice@example.com");
    const link = linkOf((await arrived(1))[0]?.text);
    const rotated = { UNSUBSCRIBE_SECRET: "abcdef0123456789abcdef0123456789" };
    const post = (env: Record<string, string>) => world.site(env).request(link, { method: "POST" });
    expect((await post(rotated)).status).toBe(400);
    const [previous] = SECRETS;
    expect((await post({ ...rotated, UNSUBSCRIBE_SECRET_PREVIOUS: previous })).status).toBe(200);
    expect(await world.rows("subscribers")).toMatchObject([{ unsubscribed_at: expect.any(Date) }]);
  });

  test("one unsubscribe link has a limit", async () => {
    const { request, config } = world.site({ LIMIT_PER_ADDRESS: "2/600" });
    const link = unsubscribeLink.url("", config.linkSecrets, randomUUID());
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) statuses.push((await request(link, { method: "POST" })).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  test("a mail provider may unsubscribe many readers at once, but guesses of unsubscribe links are limited", async () => {
    const { request, config } = world.site({ LIMIT_PER_CLIENT: "2/600" });
    const post = async (token: string) =>
      (await request(`/api/newsletter/unsubscribe?token=${token}`, { method: "POST" })).status;
    const links = Array.from({ length: 10 }, () =>
      unsubscribeLink.url(ORIGIN, config.linkSecrets, randomUUID()),
    );
    const tokens = links.map((link) => link.split("token=")[1] ?? "");
    expect(new Set(await Promise.all(tokens.map(post)))).toEqual(new Set([200]));
    expect([await post("guess"), await post("guess"), await post("guess")]).toEqual([400, 400, 429]);
  });

  test("the server retries a failed mail later, and gives up after ten attempts", async () => {
    const { subscribe, mailbox, sender, faults, server } = open();
    mailbox.failNext(3);
    await subscribe("alice@example.com");
    await server.close(); // `due` would make a mail due again that this sender is sending
    const worker = sender();
    for (let round = 0; round < 4; round++) {
      await due();
      await worker.drain();
    }
    expect(mailbox.mails).toHaveLength(1);
    expect(await world.rows("subscribers")).toMatchObject([{ welcome_due_at: null }]);
    mailbox.failNext(100);
    await subscribe("bob@example.com");
    for (let round = 0; round < 12; round++) {
      await due();
      await worker.drain();
    }
    expect(mailbox.mails).toHaveLength(1);
    expect(await world.rows("subscribers")).toMatchObject([
      {},
      { welcome_due_at: null, welcome_attempts: 10 },
    ]);
    expect(faults.length).toBeGreaterThan(0);
  });

  test("an unsubscription removes the mail that waits in the queue", async () => {
    const { subscribe, mailbox, sender, server, request, config } = open();
    mailbox.failNext(1);
    await subscribe("alice@example.com");
    await expect.poll(() => world.rows("subscribers")).toMatchObject([{ welcome_attempts: 1 }]);
    const [row] = await world.rows("subscribers");
    const link = unsubscribeLink.url("", config.linkSecrets, String(row?.["public_id"]));
    expect((await request(link, { method: "POST" })).status).toBe(200);
    expect(await world.rows("subscribers")).toMatchObject([{ welcome_due_at: null }]);
    await server.close();
    await due();
    await sender().drain();
    expect(mailbox.mails).toEqual([]);
  });

  test("a mail that becomes due later is sent within a minute, without a request", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const { subscribe, mailbox, server, sender, arrived } = open();
    mailbox.failNext(1);
    await subscribe("alice@example.com");
    await expect.poll(() => world.rows("subscribers")).toMatchObject([{ welcome_attempts: 1 }]);
    await server.close();
    sender();
    await due();
    vi.advanceTimersByTime(60_000);
    await arrived(1);
  });

  test("while a mail server hangs, no other server sends the mail before the mail's time limit", async () => {
    await world.site().subscribe("alice@example.com");
    await world.site().subscribe("bob@example.com");
    await world.database.query(
      `insert into sign_in_notices (id, uid, session_ids, device_hash, email, at, mail_due_at)
        values (gen_random_uuid(), 'alice', '{}', 'hash', 'alice@example.com', now(), now())`,
    );
    await world.database.query("update subscribers set welcome_due_at = now()");
    const claim = async () => {
      const kinds = [
        createWelcomeMails(world.database, ORIGIN, SECRETS),
        createNewBrowserMails(world.database, ORIGIN, SECRETS),
      ];
      const claimed = [];
      for (const kind of kinds)
        for (let due = await kind.next(); due; due = await kind.next()) claimed.push(due.mail.to);
      return claimed.sort();
    };
    expect(await claim()).toEqual(["alice@example.com", "alice@example.com", "bob@example.com"]);
    const limit = `${MAIL_TIMEOUT_MS} milliseconds`;
    for (const [table, column] of [
      ["subscribers", "welcome_due_at"],
      ["sign_in_notices", "mail_due_at"],
    ])
      await world.database.query(`update ${table} set ${column} = ${column} - $1::interval`, [limit]);
    expect(await claim()).toEqual([]);
  });

  test("a mail that is sent again keeps its message ID, and the mail after a new consent has another ID", async () => {
    const { subscribe, mailbox, sender, arrived, request } = open();
    await subscribe("alice@example.com");
    const [first] = await arrived(1);
    // The state after a kill between sending the mail and recording it.
    await world.database.query("update subscribers set welcome_due_at = now()");
    const worker = sender();
    await worker.drain();
    expect(mailbox.mails.map(({ id }) => id)).toEqual([first?.id, first?.id]);
    await request(linkOf(first?.text), { method: "POST" });
    await subscribe("alice@example.com");
    await arrived(3);
    expect(mailbox.mails[2]?.id).not.toBe(first?.id);
  });

  test("mails that a mail server refuses stay due until its fault is repaired", async () => {
    const { mailbox, sender, faults, givenUp } = open();
    for (const name of ["alice", "bob"]) await world.site().subscribe(`${name}@example.com`);
    await world.database.query("update subscribers set welcome_due_at = now()");
    mailbox.failNext(2, new MailRefusedError());
    const worker = sender();
    await worker.drain();
    expect(await world.rows("subscribers")).toMatchObject(
      Array(2).fill({ welcome_due_at: expect.any(Date), welcome_attempts: 1 }),
    );
    expect([faults.length, givenUp.length]).toEqual([2, 0]);
    await due();
    await worker.drain();
    expect(mailbox.mails).toHaveLength(2);
  });

  test("a recipient whose mail server does not respond delays no other mail", async () => {
    const { subscribe } = world.site();
    for (const name of ["silent", "alice", "bob", "carol"]) await subscribe(`${name}@example.com`);
    await world.database.query("update subscribers set welcome_due_at = now()");
    const sent: string[] = [];
    let respond = (): void => undefined;
    const mailer: Mailer = {
      send: ({ to }) =>
        to.startsWith("silent")
          ? new Promise((resolve) => {
              respond = resolve;
            })
          : Promise.resolve().then(() => void sent.push(to)),
      close() {},
    };
    const kinds = [createWelcomeMails(world.database, ORIGIN, SECRETS)];
    const onFault = (error: unknown) => {
      throw error;
    };
    const worker = createMailSender(mailer, kinds, onFault, () => undefined);
    const drained = worker.drain();
    await expect.poll(() => sent.length).toBe(3);
    for (const name of ["dave", "erin", "frank", "grace", "heidi"]) {
      await subscribe(`${name}@example.com`);
      await world.database.query("update subscribers set welcome_due_at = now() where email = $1", [
        `${name}@example.com`,
      ]);
      worker.nudge();
    }
    await expect.poll(() => sent.length, { message: "mails that became due later" }).toBe(8);
    respond();
    await drained;
    await worker.stop();
  });

  test("two servers together send each mail once", async () => {
    const { mailbox, sender } = open();
    await world.database.query(
      `insert into subscribers (public_id, email, email_key, consent_version, source, welcome_due_at)
        select gen_random_uuid(), n || '@example.com', n || '@example.com', 'v', 's', now() from generate_series(1, 40) n`,
    );
    const other = world.another();
    await Promise.all([sender().drain(), sender(other).drain()]);
    expect(mailbox.mails).toHaveLength(40);
    expect(new Set(mailbox.mails.map(({ to }) => to)).size).toBe(40);
    await other.close();
  });
}
