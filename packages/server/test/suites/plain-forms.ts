import { beforeEach, expect, test } from "vitest";
import type { World } from "../support/world.ts";

const CONTACT = "/api/sheets/contact?tabId=responses";
const NEWSLETTER = "/api/newsletter";

export function plainFormsSuite(world: World): void {
  let site: ReturnType<typeof world.site>;
  beforeEach(() => {
    site = world.site();
  });

  /** What a browser without JavaScript sends. */
  async function send(
    path: string,
    fields: Record<string, string>,
    { origin = "https://www.tallybin.example", host = "www.tallybin.example", at = site } = {},
  ) {
    const response = await at.request(path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin, host },
      body: new URLSearchParams(fields).toString(),
    });
    const html = await response.text();
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      heading: /<h1>(.*)<\/h1>/.exec(html)?.[1],
    };
  }

  test("a contact form sent without JavaScript is stored like one sent by a script, and answered with a page", async () => {
    const fields = { name: "", email: "alice@example.com", message: "Do you measure\r\nglass?" };
    expect(await send(CONTACT, fields)).toEqual({
      status: 200,
      type: "text/html; charset=utf-8",
      heading: "Your message has been sent!",
    });
    expect(await world.rows("contact_messages")).toMatchObject([
      { name: "", email: "alice@example.com", message: "Do you measure\nglass?" },
    ]);
  });

  test("a newsletter form sent without JavaScript is stored and answered with a page", async () => {
    expect(await send(NEWSLETTER, { email: "alice@example.com" })).toMatchObject({
      status: 200,
      heading: "You are now subscribed!",
    });
    expect(await world.rows("subscribers")).toMatchObject([{ email: "alice@example.com" }]);
  });

  test("a form sent without JavaScript with another spelling of an email is stored with the one address of the mailbox", async () => {
    const spellings = [
      "\u200ealice@exämple.com",
      "\u2068alice@exämple.com\u2069",
      "mailto:alice@exämple.com?subject=Bins",
      '"Alice, of Wonderland" <alice@exämple.com>;',
      "ａｌｉｃｅ＠exämple。com",
      "alice@XN--EXMPLE-CUA.com",
    ];
    for (const email of spellings) {
      await send(NEWSLETTER, { email });
      await send(CONTACT, { email, message: `Hello from ${email}` });
    }
    const stored = { email: "alice@xn--exmple-cua.com" };
    expect(await world.rows("subscribers")).toMatchObject([stored]);
    expect(await world.rows("contact_messages")).toMatchObject(spellings.map(() => stored));
  });

  test("a faulty form sent without JavaScript is refused with a page that says why", async () => {
    const forms: [path: string, fields: Record<string, string>, heading: string][] = [
      [CONTACT, { email: "nope", message: "Hello" }, "There is no @ in this address"],
      [CONTACT, { email: "alice b@example.com", message: "Hello" }, "There is a space in this address"],
      [CONTACT, { email: "alice@example.com", message: " " }, "Your message is empty."],
      [NEWSLETTER, { email: "bad" }, "There is no @ in this address"],
      [
        NEWSLETTER,
        { email: "alice@example.com, bob@example.com" },
        "There is more than one @ in this address",
      ],
      [
        NEWSLETTER,
        { email: "alice@example..com" },
        "There is no domain, such as example.com, after the @ in this address",
      ],
      [NEWSLETTER, { email: " " }, "Please enter an email address"],
      [NEWSLETTER, {}, "Please enter an email address"],
    ];
    for (const [path, fields, heading] of forms)
      expect([fields, await send(path, fields)]).toMatchObject([fields, { status: 400, heading }]);
    expect(await world.rows("subscribers")).toEqual([]);
    expect(await world.rows("contact_messages")).toEqual([]);
  });

  test("a form sent without JavaScript that is too large is refused with a page", async () => {
    expect(await send(CONTACT, { email: "alice@example.com", message: "a".repeat(100_000) })).toEqual({
      status: 413,
      type: "text/html; charset=utf-8",
      heading: "The request is larger than 65536 bytes.",
    });
  });

  test("a form sent without JavaScript behind a proxy that replaces the host is stored", async () => {
    const { status } = await send(NEWSLETTER, { email: "alice@example.com" }, { host: "127.0.0.1:3000" });
    expect(status).toBe(200);
  });

  test("a form that another site sends without JavaScript is refused", async () => {
    const { status } = await send(
      NEWSLETTER,
      { email: "alice@example.com" },
      { origin: "https://evil.example" },
    );
    expect(status).toBe(400);
    expect(await world.rows("subscribers")).toEqual([]);
  });

  test("a form sent without JavaScript over the request limit is answered with a page", async () => {
    const at = world.site({ LIMIT_PER_CLIENT: "1/60" });
    await send(NEWSLETTER, { email: "alice@example.com" }, { at });
    expect(await send(NEWSLETTER, { email: "bob@example.com" }, { at })).toMatchObject({
      status: 429,
      heading: "Too many requests. Please try again later.",
    });
  });
}
