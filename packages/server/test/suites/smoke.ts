import { expect, test } from "vitest";
import { newBrowserWorld } from "../support/new-browser.ts";
import type { World } from "../support/world.ts";

/** One way through each part of the API, for a database that runs the SQL of the other suites. */
export function smokeSuite(world: World): void {
  const { open, openSite, bearer, answer, stranger, uids } = newBrowserWorld(world);

  test("a signed-in subscription is stored with its uid and counted, and its mail arrives", async () => {
    const site = openSite({ LIMIT_PER_ADDRESS: "1/600" });
    const headers = await bearer("alice");
    expect((await site.subscribe("alice@example.com", { headers })).status).toBe(200);
    expect((await site.subscribe("alice@example.com")).status).toBe(429);
    expect(await world.rows("subscribers")).toMatchObject([{ uid: "alice" }]);
    expect(await site.arrived(1)).toMatchObject([{ kind: "welcome", to: "alice@example.com" }]);
  });

  test("a contact message is stored once", async () => {
    const { contact } = openSite();
    const row = ["Alice", "alice@example.com", "Do you measure glass?"];
    await Promise.all([contact(row), contact(row)]);
    expect(await world.rows("contact_messages")).toHaveLength(1);
  });

  test("a session is exchanged and listed, and ends for its account's history and data", async () => {
    const site = openSite();
    const [desk, phone] = [open(site), open(site)];
    for (const browser of [desk, phone]) await browser.signIn("alice");
    expect(await desk.exchange()).toMatchObject({ status: 200 });
    expect(await desk.list()).toHaveLength(2);
    expect((await desk.send("DELETE", `/api/sessions/${phone.state.session}`)).status).toBe(200);
    expect(await phone.exchange()).toMatchObject({ code: "TOKEN_EXPIRED" });
    for (const path of ["/api/account/history", "/api/account/data"])
      expect((await site.request(path, { headers: await bearer("alice") })).status, path).toBe(200);
  });

  test("the not-me link of a new browser's mail ends that browser's session", async () => {
    const site = openSite();
    const { own, other, link } = await stranger(site);
    expect((await answer(site, link)).status).toBe(200);
    expect(await other.exchange()).toMatchObject({ code: "TOKEN_EXPIRED" });
    expect(await own.exchange()).toMatchObject({ status: 200 });
    expect(await uids()).toEqual(["alice"]);
  });
}
