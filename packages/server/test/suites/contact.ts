import { CONTACT_COLUMNS } from "@tallybin/contract/contact";
import { expect, onTestFinished, test, vi } from "vitest";
import { codeOf } from "../support/sessions.ts";
import type { World } from "../support/world.ts";

const ROW = ["Alice", "alice@example.com", "Do you measure\nglass?"];

export function contactSuite(world: World): void {
  test("a contact message is stored with its name, its email and its text", async () => {
    const { contact } = world.site();
    const response = await contact(ROW);
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: "success", code: "ok", message: "Your message has been sent!", data: { rows: 1 } },
    ]);
    expect(await world.rows("contact_messages")).toMatchObject([
      { name: "Alice", email: "alice@example.com", message: "Do you measure\nglass?" },
    ]);
  });

  test("a contact message needs no name, and its email is stored as written", async () => {
    const { contact } = world.site();
    expect((await contact(["", "ask at the desk", "Hello 🗑️ \u202etest"])).status).toBe(200);
    expect(await world.rows("contact_messages")).toMatchObject([
      { name: "", email: "ask at the desk", message: "Hello 🗑️ \u202etest" },
    ]);
  });

  test("a double click stores one contact message, and another text is stored as another message", async () => {
    const { contact } = world.site();
    await Promise.all([contact(ROW), contact(ROW), contact(ROW)]);
    await contact(["Alice", "alice@example.com", "And film?"]);
    expect(await world.rows("contact_messages")).toHaveLength(2);
  });

  test("a contact message that is retried over a ten-minute boundary is stored once", async () => {
    const { contact } = world.site();
    onTestFinished(() => void vi.useRealTimers());
    const boundary = Math.ceil(Date.now() / 600_000) * 600_000;
    for (const now of [boundary - 1_000, boundary + 1_000]) {
      vi.useFakeTimers({ toFake: ["Date"], now });
      expect((await contact(ROW)).status).toBe(200);
    }
    expect(await world.rows("contact_messages")).toHaveLength(1);
    await world.database.query("update contact_messages set received_at = now() - interval '11 minutes'");
    vi.useFakeTimers({ toFake: ["Date"], now: boundary + 2_000 });
    await contact(ROW);
    expect(await world.rows("contact_messages"), "the same message, later").toHaveLength(2);
  });

  test("a contact message whose hidden trap field is filled gets the usual response and is not stored", async () => {
    const { post } = world.site();
    const response = await post("/api/sheets/contact?tabId=responses&website=spam", [ROW]);
    expect(response.status).toBe(200);
    expect(await world.rows("contact_messages")).toEqual([]);
  });

  test.each([
    [["", "", "Hello"], "Your email is empty."],
    [["", "alice@example.com", "  "], "Your message is empty."],
    [["n".repeat(201), "alice@example.com", "Hello"], "Your name is longer than 200 characters."],
    [["", `${"a".repeat(3000)}@example.com`, "Hello"], "Your email is longer than 254 characters."],
    [["", "alice@example.com", "m".repeat(5001)], "Your message is longer than 5000 characters."],
    [["Alice\nBob", "alice@example.com", "Hello"], "Your name has more than one line."],
    [["", "alice@example.com", "a\u0000b"], "Your message contains characters that can’t be stored."],
    [["", "alice@example.com", "a\ud800b"], "Your message contains characters that can’t be stored."],
  ])("the contact endpoint refuses row %# with a message for the sender", async (row, message) => {
    const { contact } = world.site();
    const response = await contact(row);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { status: "error", code: "invalid-argument", message },
    ]);
    expect(await world.rows("contact_messages")).toEqual([]);
  });

  test("the contact endpoint refuses a body that is not one row of three texts", async () => {
    const { post } = world.site();
    for (const body of [
      ...[{}, [], [[]], [ROW, ROW], [["a", "b"]], [Array(CONTACT_COLUMNS.length + 1).fill("a")]],
      ...[[[1, 2, 3]], [{ 0: "a", 1: "b", 2: "c" }], ROW, null, "text", 7],
    ]) {
      const response = await post("/api/sheets/contact?tabId=responses", JSON.stringify(body));
      expect([body, ...(await codeOf(response))]).toEqual([body, 400, "invalid-argument"]);
    }
    expect(await world.rows("contact_messages")).toEqual([]);
  });

  test("the contact endpoint answers 404 for another query", async () => {
    const { post } = world.site();
    for (const query of ["", "?tabId=", "?tabId=Responses", "?tabid=responses", "?tabId=../responses"])
      expect((await post(`/api/sheets/contact${query}`, [ROW])).status, query).toBe(404);
    expect(await world.rows("contact_messages")).toEqual([]);
  });
}
