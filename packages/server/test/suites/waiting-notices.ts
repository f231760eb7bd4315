import { expect, test } from "vitest";
import { SAFARI_ON_IPHONE, sessionWorld } from "../support/sessions.ts";
import type { World } from "../support/world.ts";

/** Notices of new browsers that no mail tells: who sees them, and who may answer. */
export function waitingNoticesSuite(world: World): void {
  const { upstream, serve, open, rows, bearer } = sessionWorld(world);
  type Browser = ReturnType<typeof open>;
  type Notice = { id: string; browser: string };
  /** The header of an old sign-in. */
  const oldBearer = (uid: string) => bearer(uid, { auth_time: 1 });
  const noticesOf = async (browser: Browser, uid = "alice"): Promise<Notice[]> => {
    const response = await browser.send("GET", "/api/account/notices", undefined, await oldBearer(uid));
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    return ((await response.json()) as { data: { notices: Notice[] } }).data.notices;
  };
  const answer = async (browser: Browser, id: string | undefined, isKnown: boolean, uid = "alice") =>
    (await browser.send("POST", "/api/account/notices", { id, isKnown }, await oldBearer(uid))).status;
  const meet = async () => {
    const site = serve();
    const [own, other] = [open(site), open(site, SAFARI_ON_IPHONE)];
    await own.handOver(await upstream.signIn("alice"), "new", {}, "/api/session?moved");
    await other.signIn("alice");
    return { site, own, other };
  };

  test("without a mail server, the notice of a new browser is shown in browsers that the account used before", async () => {
    const { site, own, other } = await meet();
    expect(await noticesOf(own)).toMatchObject([{ browser: "Safari", system: "iPhone" }]);
    expect(await noticesOf(other), "the new browser itself").toEqual([]);
    expect(await noticesOf(open(site)), "a copied ID token elsewhere").toEqual([]);
    expect(await noticesOf(own, "bob"), "another account").toEqual([]);
  });

  test("a user who recognizes the new browser dismisses the notice, and that browser's session continues", async () => {
    const { own, other } = await meet();
    const [notice] = await noticesOf(own);
    expect(await answer(own, notice?.id, true)).toBe(200);
    expect(await noticesOf(own)).toEqual([]);
    expect(await other.exchange()).toMatchObject({ status: 200 });
  });

  test("a user who does not recognize the new browser ends that browser's session", async () => {
    const { own, other } = await meet();
    const [notice] = await noticesOf(own);
    expect(await answer(own, notice?.id, false)).toBe(200);
    expect(await noticesOf(own)).toEqual([]);
    expect(await other.exchange()).toMatchObject({ code: "TOKEN_EXPIRED" });
    expect(await rows()).toHaveLength(1);
  });

  test("new browsers can confirm neither themselves nor each other", async () => {
    const { site, own, other } = await meet();
    const third = open(site);
    await third.signIn("alice");
    const ids = (await noticesOf(own)).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    for (const browser of [other, third, open(site)]) for (const id of ids) await answer(browser, id, true);
    expect(await noticesOf(own)).toHaveLength(2);
  });

  test("a user of another account cannot answer a notice, and an answer needs an ID token", async () => {
    const { own, other } = await meet();
    const [notice] = await noticesOf(own);
    expect(await answer(own, notice?.id, false, "bob")).toBe(200);
    expect(await other.exchange()).toMatchObject({ status: 200 });
    const body = { id: notice?.id, isKnown: false };
    expect((await own.send("POST", "/api/account/notices", body)).status).toBe(401);
    expect((await own.send("POST", "/api/account/notices", { id: 1 }, await oldBearer("alice"))).status).toBe(
      400,
    );
    expect(await noticesOf(own)).toHaveLength(1);
  });
}
