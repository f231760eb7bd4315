import { emailProblemTexts as texts } from "@tallybin/contract/email-problem-texts";
import { expect, test } from "vitest";
import { ended, type Observation } from "../../src/telemetry/observe.ts";
import { createMailbox, type World } from "../support/world.ts";

const ANSWER = {
  status: "success",
  code: "ok",
  message: "You are now subscribed!",
  data: { subscribed: true },
};

/** Texts that are no mail address, or that some mail servers would read as another address, with the answer to each. */
const NO_ADDRESSES: readonly { email: unknown; message: string }[] = [
  ...[undefined, null, 5, "", "   ", "\u200e", ["alice@example.com"], { a: 1 }].map((email) => ({
    email,
    message: texts.missing,
  })),
  ...["alice@example.com\r\nBcc: x@example.com", "alice@exa\u0000mple.com", `a@${"b".repeat(3000)}`].map(
    (email) => ({ email, message: texts.missing }),
  ),
  { email: "alice", message: texts.noAt },
  { email: "@example.com", message: texts.nothingBefore },
  { email: "alice@", message: texts.domain },
  { email: "a b@example.com", message: texts.space },
  { email: "alice@example,com", message: texts.sign(",") },
  { email: "Alice <alice@example.com>, Bob <bob@example.com>", message: texts.severalAts },
  { email: "a@b@c.example", message: texts.severalAts },
  { email: `${"a".repeat(65)}@example.com`, message: texts.tooLong },
  ...[
    "alice@a%2eb.example",
    "alice@example.com/path",
    "alice@example..com",
    "alice@-example.com",
    "alice@127.1",
  ].map((email) => ({ email, message: texts.domain })),
];

export function newsletterSuite(world: World): void {
  test("a subscription is stored once, with its time, its source and the version of the consent text", async () => {
    const { subscribe, post } = world.site();
    const referer = "https://www.tallybin.example/about?utm=1";
    const first = await subscribe("  Alice@Example.com ", { headers: { referer } });
    expect([first.status, await first.json()]).toEqual([200, ANSWER]);
    const again = await subscribe("alice@example.COM");
    expect([again.status, await again.json()], "the response does not reveal who is subscribed").toEqual([
      200,
      ANSWER,
    ]);
    const rows = await world.rows("subscribers");
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      email: "Alice@example.com",
      uid: null,
      consent_version: "2024-05-06",
      source: "/about",
      unsubscribed_at: null,
    });
    expect(Date.now() - Number(rows[0]?.["subscribed_at"])).toBeLessThan(60_000);
    await post(
      "/api/newsletter",
      { email: "bob@example.com" },
      { headers: { referer: "https://evil.example/about" } },
    );
    await post(
      "/api/newsletter",
      { email: "carol@example.com" },
      { headers: { referer: "https://www.tallybin.example/auth/carol@example.com" } },
    );
    expect((await world.rows("subscribers")).map((row) => row["source"])).toEqual([
      "/about",
      "unknown",
      "unknown",
    ]);
  });

  test("an email address is normalized before it is stored, so that another spelling is no second subscriber", async () => {
    const mailbox = createMailbox();
    const { subscribe } = world.site({}, { mailer: mailbox.mailer });
    for (const email of [
      "ｒealperson@example.com",
      "realperson@example.com",
      "realperson＠ｅxample。com",
      "realperson@EXAMPLE．com",
    ]) {
      expect((await subscribe(email)).status, email).toBe(200);
    }
    expect(await world.rows("subscribers")).toMatchObject([
      { email: "realperson@example.com", email_key: "realperson@example.com" },
    ]);
    await expect.poll(() => mailbox.mails.map(({ to }) => to)).toEqual(["realperson@example.com"]);
    await subscribe("jürgen@exämple.example");
    await subscribe("jürgen@xn--exmple-cua.example");
    expect((await world.rows("subscribers")).map((row) => row["email"])).toEqual([
      "realperson@example.com",
      "jürgen@xn--exmple-cua.example",
    ]);
  });

  test("fifty parallel subscriptions of one email address make one row", async () => {
    const { subscribe } = world.site();
    const answers = await Promise.all(Array.from({ length: 50 }, () => subscribe("alice@example.com")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await world.rows("subscribers")).toHaveLength(1);
  });

  test("fifty parallel subscriptions of different people share statements and make one row each", async () => {
    const { subscribe } = world.site();
    let statements = 0;
    const stopCounting = ended.subscribe(({ kind, name }: Observation & { name?: string }) => {
      if (kind === "database" && name === "statement") statements++;
    });
    const names = Array.from({ length: 50 }, (_, n) => `p${n}@example.com`);
    const responses = await Promise.all(
      names.map((email, n) => subscribe(email, { client: `192.0.2.${n}` })),
    );
    stopCounting();
    expect(responses.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect(new Set((await world.rows("subscribers")).map(({ email }) => email))).toEqual(new Set(names));
    expect(statements).toBeLessThan(10);
  });

  test("the server stores the uid of a signed-in user, and never changes another subscriber's row", async () => {
    const { subscribe } = world.site();
    const headers = { authorization: `Bearer ${await world.tokens.sign()}` };
    expect((await subscribe("alice@example.com", { headers })).status).toBe(200);
    await subscribe("alice@example.com");
    const other = { authorization: `Bearer ${await world.tokens.sign({ sub: "uid-of-mallory" })}` };
    await subscribe("alice@example.com", { headers: other });
    expect((await world.rows("subscribers")).map(({ uid }) => uid)).toEqual(["uid-of-alice"]);
  });

  test("a subscription with an authorization that names no token is stored as signed out", async () => {
    const { subscribe } = world.site();
    for (const authorization of ["", "undefined", "Bearer undefined", "bearer  undefined"])
      expect((await subscribe("alice@example.com", { headers: { authorization } })).status).toBe(200);
    expect(await world.rows("subscribers")).toMatchObject([{ uid: null }]);
  });

  test("a subscription whose hidden trap field is filled gets the usual response and is not stored", async () => {
    const { post } = world.site();
    const response = await post("/api/newsletter", {
      email: "bot@example.com",
      website: "https://spam.example",
    });
    expect([response.status, await response.json()]).toEqual([200, ANSWER]);
    expect(await world.rows("subscribers")).toEqual([]);
  });

  test("the newsletter endpoint refuses each invalid address with what is wrong", async () => {
    const { subscribe } = world.site();
    for (const { email, message } of NO_ADDRESSES) {
      const response = await subscribe(email);
      expect([email, response.status, await response.json()]).toEqual([
        ...[email, 400, { status: "error", code: "invalid-argument", message, data: null }],
      ]);
    }
    expect(await world.rows("subscribers")).toEqual([]);
  });

  test("an unusual email address is stored as typed", async () => {
    const { subscribe } = world.site();
    const emails = ["o'brien@example.com", "a+tag@example.com", "jürgen@example.com", "x@localhost"];
    for (const email of emails) expect((await subscribe(email)).status, email).toBe(200);
    expect((await world.rows("subscribers")).map((row) => row["email"])).toEqual(emails);
  });

  test("SQL in an email address is refused or stored as typed", async () => {
    const { subscribe } = world.site();
    const email = "'; drop table subscribers; --@example.com";
    const { status } = await subscribe(email);
    const rows = await world.rows("subscribers");
    expect(rows.map((row) => row["email"])).toEqual(status === 200 ? [email] : []);
  });
}
