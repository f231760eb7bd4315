import { expect, type Page } from "@playwright/test";
import { ENVIRONMENT } from "../../../packages/server/test/support/environment.ts";
import { leasePorts } from "../../../packages/server/test/support/lease-ports.mjs";
import { runForFile } from "../program.ts";
import { test } from "../worker.ts";

/** The production build, with two local host names for the site's and the check's origin. */
const port = await leasePorts();
const SITE = `http://localhost:${port}`;
const CHECK = `http://127.0.0.1:${port}`;
const PATH = "/auth-frame/human-check";
runForFile(
  "dist/server/serve.js",
  {
    ...ENVIRONMENT,
    PORT: String(port),
    ORIGIN: SITE,
    SMS: "recaptcha",
    RECAPTCHA_SITE_KEY: "example-site-key",
    RECAPTCHA_ENTERPRISE_KEY: "example-enterprise-key",
    HUMAN_CHECK_ORIGIN: CHECK,
    LOG_LEVEL: "info",
  },
  /"msg":"ready"/,
);

/** Replaces Google's script: reads everything that it can reach, then passes the check like the real one. */
const THIEF = `
  (async () => {
    const attempt = async (take) => { try { return await take(); } catch (error) { return error.name; } };
    const heard = [];
    new BroadcastChannel("secrets").onmessage = ({ data }) => heard.push(data);
    const loot = {
      databases: await attempt(async () => (await indexedDB.databases()).map(({ name }) => name)),
      storage: await attempt(() => Object.keys(localStorage)),
      cookies: await attempt(() => document.cookie),
      parent: await attempt(() => parent.document.title),
      parentStorage: await attempt(() => parent.localStorage.length),
      site: await attempt(async () => (await fetch("${SITE}/")).status),
      heard,
    };
    window.grecaptcha = { render: (box, { callback }) => callback(JSON.stringify(loot)) };
    // The delay is long enough for a message of the page, which posts repeatedly until the token arrives.
    setTimeout(() => window.onHumanCheckLoad(), 300);
  })();`;

/** What a page of the site keeps, and what its tabs tell each other. */
const plantSecrets = (page: Page) =>
  page.evaluate(async () => {
    localStorage.setItem("secret", "1");
    await new Promise((resolve) => {
      indexedDB.open("secret-database").onsuccess = resolve;
    });
    const channel = new BroadcastChannel("secrets");
    setInterval(() => channel.postMessage("secret"), 20);
  });

/** Shows the check in a frame of the page. Resolves to its message with a token. */
const passCheck = (page: Page, address: string) =>
  page.evaluate((src) => {
    const frame = document.createElement("iframe");
    frame.src = src;
    const passed = new Promise<{ origin: string; data: { type: string; token: string } }>((resolve) => {
      addEventListener("message", ({ origin, data, source }) => {
        if (source === frame.contentWindow && "token" in data) resolve({ origin, data });
      });
    });
    document.body.append(frame);
    return passed;
  }, address);

test("a script on the human check's origin can read no data of the site", async ({ page }) => {
  await page.route("https://www.google.com/recaptcha/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: THIEF }),
  );
  await page.goto(`${SITE}/`);
  await plantSecrets(page);
  const { origin, data } = await passCheck(page, `${CHECK}${PATH}`);
  expect([origin, data.type]).toEqual([CHECK, "human-check"]);
  const { databases, storage, ...loot } = JSON.parse(data.token);
  // For a framed page of another site, some browsers throw on access to storage; others give it empty storage.
  expect([[], "UnknownError"]).toContainEqual(databases);
  expect([[], "SecurityError"]).toContainEqual(storage);
  expect(loot).toEqual({
    cookies: "",
    parent: "SecurityError",
    parentStorage: "SecurityError",
    site: "TypeError",
    heard: [],
  });
});

test("a human-check frame with an action in its address asks reCAPTCHA Enterprise for a token", async ({
  page,
}) => {
  const asked: string[] = [];
  await page.route("https://www.google.com/recaptcha/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: "text/javascript",
      body: `window.grecaptcha = { enterprise: {
        ready: (use) => setTimeout(use),
        execute: async (key, { action }) => key + " " + action,
      } };`,
    });
  });
  await page.goto(`${SITE}/`);
  const { data } = await passCheck(page, `${CHECK}${PATH}#getOobCode`);
  expect(data).toEqual({ type: "human-check", token: "example-enterprise-key getOobCode" });
  expect(asked).toEqual(["https://www.google.com/recaptcha/enterprise.js?render=example-enterprise-key"]);
});

test("the human check sends its token only to the site's origin, even if another page frames the check", async ({
  page,
}) => {
  await page.route("https://www.google.com/recaptcha/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: THIEF }),
  );
  // Removes the policy that forbids the frame. The target origin of the message must protect the token alone.
  await page.route(`${CHECK}${PATH}`, async (route) => {
    const { "content-security-policy": _, ...headers } = (await route.fetch()).headers();
    await route.fulfill({ response: await route.fetch(), headers });
  });
  await page.route("https://evil.example/", (route) =>
    route.fulfill({ contentType: "text/html", body: `<iframe src="${CHECK}${PATH}"></iframe>` }),
  );
  const refused = page.waitForEvent("console", {
    predicate: (message) => /postMessage.*target origin/is.test(message.text()),
  });
  await page.addInitScript(() => {
    addEventListener("message", ({ data }) => Object.assign(window, { heard: data }));
  });
  await page.goto("https://evil.example/");
  await refused;
  expect(await page.evaluate(() => Reflect.get(window, "heard"))).toBeUndefined();
});

/** Replaces Google's script: a box, and a second question whose frame exists from the start and is hidden. */
const BOX = `
  window.grecaptcha = { render: (box, { size }) => {
    const put = (parent, width, height) => {
      const frame = parent.appendChild(document.createElement("iframe"));
      Object.assign(frame.style, { width: width + "px", height: height + "px", border: "0" });
      return frame;
    };
    put(box, size === "compact" ? 164 : 304, size === "compact" ? 144 : 78);
    const layer = document.body.appendChild(document.createElement("div"));
    layer.style.visibility = "hidden";
    put(layer, 400, 580);
    window.ask = (visibility) => { layer.style.visibility = visibility; };
  } };
  window.onHumanCheckLoad();`;

test.describe("the frame of the check", () => {
  const show = async (page: Page, width: number) => {
    await page.route("https://www.google.com/recaptcha/**", (route) =>
      route.fulfill({ contentType: "text/javascript", body: BOX }),
    );
    await page.goto(`${SITE}/`);
    await page.evaluate(
      ({ address, width }) => {
        const heard: unknown[] = [];
        addEventListener("message", ({ data }) => heard.push(data.isOpen));
        const frame = document.createElement("iframe");
        Object.assign(frame, { src: address, width });
        frame.style.border = "0";
        Object.assign(window, { heard });
        document.body.append(frame);
      },
      { address: `${CHECK}${PATH}`, width },
    );
    const heard = () => page.evaluate(() => Reflect.get(window, "heard"));
    await expect.poll(heard).toEqual([false]);
    const frame = page.frames().find((candidate) => candidate.url() === `${CHECK}${PATH}`);
    if (!frame) throw new Error("the check has no frame");
    // `waitForFunction` looks once per rendered frame, and Chromium renders none of a frame out of view.
    await expect.poll(() => frame.evaluate(() => Reflect.has(window, "ask"))).toBe(true);
    return { frame, heard };
  };

  test("the frame of the human check reports when the second question opens and when it closes", async ({
    page,
  }) => {
    const { frame, heard } = await show(page, 400);
    await frame.evaluate(() => Reflect.get(window, "ask")("visible"));
    await expect.poll(heard).toEqual([false, true]);
    await frame.evaluate(() => Reflect.get(window, "ask")("hidden"));
    await expect.poll(heard).toEqual([false, true, false]);
  });

  for (const [width, box] of [
    [278, 164],
    [320, 304],
  ] as const)
    test(`the frame of the human check shows a box that fits into ${width} pixels`, async ({ page }) => {
      const { frame } = await show(page, width);
      expect(await frame.locator("iframe").first().boundingBox()).toMatchObject({ width: box });
      expect(await frame.evaluate(() => document.body.firstElementChild?.getBoundingClientRect().left)).toBe(
        0,
      );
    });
});

test("the local human check has its own port, and its scripts can read no data of the site @cross-origin", async ({
  page,
  baseURL,
}) => {
  const check = new URL(baseURL ?? "");
  check.port = String(Number(check.port) + 1);
  await page.goto("/");
  await plantSecrets(page);
  expect(await passCheck(page, `${check.origin}${PATH}`)).toEqual({
    origin: check.origin,
    data: { type: "human-check", token: "local-human-check" },
  });
  const frame = page.frames().find((candidate) => candidate.url().startsWith(check.origin));
  const loot = await frame?.evaluate(async () => {
    const heard: unknown[] = [];
    new BroadcastChannel("secrets").onmessage = ({ data }) => heard.push(data);
    // Long enough for several of the page's messages.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return { databases, storage: Object.keys(localStorage), heard };
  });
  expect(loot).toEqual({ databases: [], storage: [], heard: [] });
});
