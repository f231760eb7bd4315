import { expect, test } from "@tallybin/local-services/playwright";

type Own = { page: typeof import("../../src/app.ts")["page"]; names: string[] };

for (const worldBy of ["host", "key"] as const)
  test.describe(`a world by ${worldBy}`, () => {
    test.use({
      signedInAs: "verified customer",
      localServices: async ({ localServices }, use) => use({ ...localServices, worldBy }),
    });

    test("the option signedInAs signs in our client and Google's SDK without a form", async ({
      page,
      account,
      world,
      baseURL,
    }) => {
      await page.goto("/");
      await expect(page.locator("#ours")).toHaveText(`ours: ${account?.email}`);
      await expect(page.locator("#google")).toHaveText(`google: ${account?.email}`);
      expect(new URL(baseURL ?? "").hostname).toBe(
        worldBy === "host" ? `${world.name}.localhost` : "localhost",
      );
    });

    test("the failure scripts of the test's own world affect both clients", async ({ page, failures }) => {
      await page.goto("/");
      await expect(page.locator("#google")).toHaveText(/@/);
      expect(await page.evaluate(() => (globalThis as unknown as Own).page.reloadGoogle())).toBe("ok");
      await failures.add({ endpoint: "token", fault: { kind: "status", status: 503 } });
      const refused = await page.evaluate(() => (globalThis as unknown as Own).page.refreshOurs());
      expect(refused).not.toBe("ok");
      await failures.clear();
      expect(await page.evaluate(() => (globalThis as unknown as Own).page.refreshGoogle())).toBe("ok");
    });

    test("a page's clock moves with its world's, so that both clients refresh their tokens and stay signed in", async ({
      page,
      account,
      clock,
      world,
    }) => {
      await page.goto("/");
      await expect(page.locator("#google")).toHaveText(`google: ${account?.email}`);
      await clock.advance(7_200_000);
      const now = () => page.evaluate(() => Date.now());
      expect(Math.abs((await now()) - (await clock.now()))).toBeLessThan(60_000);
      await page.reload();
      await expect(page.locator("#ours")).toHaveText(`ours: ${account?.email}`);
      await expect(page.locator("#google")).toHaveText(`google: ${account?.email}`);
      expect(await page.evaluate(() => (globalThis as unknown as Own).page.reloadGoogle())).toBe("ok");
      expect((await world.requests()).map(({ endpoint }) => endpoint)).toContain("token");
      await clock.freeze();
      expect(await now()).toBe(await clock.now());
      expect(await now()).toBe(await clock.now());
    });

    test("a mail goes to the outbox of the test's own world, and the mailed link leads to that world", async ({
      page,
      account,
      outbox,
    }) => {
      await page.goto("/");
      await expect(page.locator("#google")).toHaveText(/@/);
      const email = account?.email ?? "";
      expect(await page.evaluate((to) => (globalThis as unknown as Own).page.mailReset(to), email)).toBe(
        "ok",
      );
      const { actionLink = "" } = await outbox.latest(email, "PASSWORD_RESET");
      const answer = await page.request.get(`${actionLink}&newPassword=another-horse`);
      expect(await answer.json()).toMatchObject({ authEmulator: { email } });
    });

    test("a change of the user document reaches both our stream and Google's WebChannel", async ({
      page,
      account,
    }) => {
      await page.goto("/");
      await expect(page.locator("#google")).toHaveText(/@/);
      await page.evaluate(() => (globalThis as unknown as Own).page.watchNames().then(() => undefined));
      const names = () => page.evaluate(() => (globalThis as unknown as Own).names);
      await expect.poll(names).toEqual(expect.arrayContaining(["ours Ada Example", "google Ada Example"]));
      expect(await page.evaluate(() => (globalThis as unknown as Own).page.saveName("Ada Moved"))).toBe("ok");
      await expect.poll(names).toEqual(expect.arrayContaining(["ours Ada Moved", "google Ada Moved"]));
      expect(account?.email).toContain("@");
    });

    test("the workbench and the consent page show the test's own world", async ({
      page,
      world,
      localServices,
      outbox,
    }) => {
      const services = localServices.origin ?? "";
      await page.goto(`${services}/__local/?world=${world.name}`);
      await expect(page.getByRole("status")).toHaveText("Connected.");
      await expect(page.locator("#accounts-list li")).toHaveCount(1);
      await expect(page.locator("#worlds [aria-current]")).toHaveText(world.name);
      await world.load("provider collision");
      const asked = await page.request.post(
        `${services}/identitytoolkit.googleapis.com/v1/accounts:createAuthUri?key=demo-key&world=${world.name}`,
        { data: { providerId: "github.com", continueUri: `${services}/__local/clock` } },
      );
      const { authUri } = await asked.json();
      await page.goto(authUri);
      await page.getByRole("button", { name: /carla@/ }).click();
      await expect(page).toHaveURL(/__local\/clock\?code=/);
      expect(await outbox.list()).toEqual([]);
    });
  });

test.describe("the default world, shared by all tests", () => {
  test.use({
    signedInAs: "verified customer",
    localServices: async ({ localServices }, use) => use({ ...localServices, worldBy: "none" }),
  });

  for (const number of [1, 2])
    test(`in the default world, each test has its own signed-in account (${number})`, async ({
      page,
      account,
      baseURL,
    }) => {
      await page.goto("/");
      await expect(page.locator("#ours")).toHaveText(`ours: ${account?.email}`);
      expect(account?.email).toMatch(/^w\d+-.*@example\.test$/);
      expect(new URL(baseURL ?? "").hostname).toBe("localhost");
    });
});

test("a request that a test sends from Node reaches the test's own world", async ({
  request,
  world,
  localServices,
}) => {
  const answer = await request.get(`${localServices.origin}/__local/worlds`);
  expect(await answer.json()).toMatchObject({ world: world.name });
});

test("no user is signed in without the option signedInAs", async ({ page, account }) => {
  await page.goto("/");
  await expect(page.locator("#ours")).toHaveText("ours: signed-out");
  await expect(page.locator("#google")).toHaveText("google: signed-out");
  expect(account).toBeUndefined();
});

test("the local services work in the browser's service worker", async ({ page }) => {
  await page.goto("/worker.html");
  await expect(page.locator("#result")).toHaveText("ours ada@example.test, google ada@example.test");
});
