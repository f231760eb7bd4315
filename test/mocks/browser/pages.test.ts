import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createLocalServices } from "../../../mocks/local-services.ts";
import { violationsIn } from "../../support/axe.ts";
import { launchHeadless } from "../../support/browser.mjs";
import { listen } from "../http.ts";

const browser = await launchHeadless();
const services = createLocalServices();
const server = await listen(services);
const context = await browser.newContext();
context.setDefaultTimeout(15_000);
beforeEach(() => services.reset());
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** A policy violation or a script error on the page fails the test. */
async function open(path: string, from: BrowserContext = context): Promise<Page> {
  const page = await from.newPage();
  onTestFinished(() => page.close());
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(path.startsWith("http") ? path : `${server.origin}${path}`);
  expect(complaints).toEqual([]);
  return page;
}

async function workbench(): Promise<Page> {
  const page = await open("/__local/");
  await says(page, "Connected.");
  return page;
}

const says = (page: Page, text: string | RegExp) => page.getByRole("status").getByText(text).waitFor();

/** The page has no accessibility violation, and does not scroll sideways. */
async function expectFits(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  expect(await violationsIn(page)).toEqual([]);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(excess).toBeLessThanOrEqual(0);
}

describe("the workbench", { timeout: 60_000 }, () => {
  test("the workbench creates, disables and deletes an account by keyboard alone", async () => {
    const page = await workbench();
    await page.getByLabel("Email").first().focus();
    await page.keyboard.type("ada@example.test");
    await page.keyboard.press("Enter");
    const item = page.getByRole("listitem").filter({ hasText: "ada@example.test" });
    await item.waitFor();
    await page.getByRole("button", { name: "Disable ada@example.test" }).press("Enter");
    await item.getByText("disabled").waitFor();
    expect(services.identity.accountByEmail("ada@example.test")?.disabled).toBe(true);
    const enable = page.getByRole("button", { name: "Enable ada@example.test" });
    expect(await enable.evaluate((button) => button === document.activeElement), "focus stays").toBe(true);
    await page.keyboard.press("/");
    expect(await page.getByRole("searchbox").evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
    await page.getByRole("button", { name: "Delete ada@example.test" }).press("Enter");
    await item.waitFor({ state: "detached" });
    expect(services.identity.users.size).toBe(0);
  });

  test("the workbench creates an account without a password and edits what an administrator may", async () => {
    const page = await workbench();
    await page.getByLabel("Email").first().fill("rita@example.test");
    await page.getByLabel("Password").first().fill("");
    await page.getByRole("button", { name: "Create account" }).click();
    const item = page.getByRole("listitem").filter({ hasText: "rita@example.test" });
    await item.getByText("Edit").click();
    for (const [label, value] of [
      ["Phone", "+15555550100"],
      ["Picture address", "https://pictures.test/rita.png"],
      ["Custom claims (JSON)", '{"role":"editor"}'],
      ["Link a provider (google.com)", "github.com"],
      ["Add a second factor (phone)", "+15555550101"],
    ] as const)
      await item.getByLabel(label, { exact: true }).fill(value);
    await item.getByRole("button", { name: "Save" }).click();
    await says(page, "Save rita@example.test: done.");
    const rita = () => services.identity.accountByEmail("rita@example.test");
    expect(rita()).toMatchObject({
      phoneNumber: "+15555550100",
      photoUrl: "https://pictures.test/rita.png",
      customAttributes: '{"role":"editor"}',
      providerUserInfo: expect.arrayContaining([expect.objectContaining({ providerId: "github.com" })]),
      mfaInfo: [{ phoneInfo: "+15555550101" }],
    });
    expect(rita()?.passwordHash).toBeUndefined();

    const press = (name: string) => item.getByRole("button", { name }).press("Enter");
    await press("Unlink github.com from rita@example.test");
    await says(page, "Unlink github.com from rita@example.test: done.");
    await press("Unlink phone from rita@example.test");
    await says(page, "Unlink phone from rita@example.test: done.");
    await press("Remove +15555550101, a second factor of rita@example.test");
    await says(page, "Remove +15555550101, a second factor of rita@example.test: done.");
    expect(rita()?.phoneNumber).toBeUndefined();
    expect([rita()?.providerUserInfo ?? [], rita()?.mfaInfo ?? []]).toEqual([[], []]);
  });

  test("the workbench removes one passkey of an account", async () => {
    const owner = services.identity.create("pat", { email: "pat@example.test" });
    const passkeyInfo = ["Work laptop", "Phone"].map((name) => ({
      credentialId: Buffer.from(name).toString("base64url"),
      name,
    }));
    services.identity.update(owner, { passkeyInfo });
    const page = await workbench();
    const item = page.getByRole("listitem").filter({ hasText: "pat@example.test" });
    await item
      .getByRole("button", { name: "Remove “Work laptop”, a passkey of pat@example.test" })
      .press("Enter");
    await says(page, "Remove “Work laptop”, a passkey of pat@example.test: done.");
    await expect
      .poll(() => services.identity.accountByEmail("pat@example.test")?.passkeyInfo)
      .toEqual([passkeyInfo[1]]);
    await expect.poll(() => item.innerText()).not.toContain("Work laptop");
    expect(await item.getByRole("button", { name: /, a passkey of / }).count()).toBe(1);
    await expect.poll(() => item.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test("the workbench keeps the focus in its account list when the focused account is deleted", async () => {
    for (const email of ["quinn@example.test", "rosa@example.test", "sam@example.test"])
      services.identity.create(email, { email });
    const page = await workbench();
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    await page.getByRole("searchbox").fill("quinn@");
    await page.getByRole("button", { name: "Delete quinn@example.test" }).press("Enter");
    await says(page, "Delete quinn@example.test: done.");
    await expect.poll(focused).toMatch(/^Accounts/);
    await page.getByRole("searchbox").fill("");
    await page.getByRole("button", { name: "Delete rosa@example.test" }).press("Enter");
    await expect.poll(focused).toContain("sam@example.test");
  });

  test("the workbench shows requests, mails, the time and a page's lifecycle events as they happen", async () => {
    const page = await workbench();
    const post = (path: string, body: object) => page.request.post(`${server.origin}${path}`, { data: body });
    const api = "/identitytoolkit.googleapis.com/v1/accounts:";
    await post(`${api}signUp?key=k`, { email: "una@example.test", password: "correct horse" });
    await post(`${api}signInWithPassword?key=k`, { email: "una@example.test", password: "wrong one" });
    await page.getByRole("cell", { name: "400 INVALID_PASSWORD" }).waitFor();
    await post(`${api}sendOobCode?key=k`, { email: "una@example.test", requestType: "PASSWORD_RESET" });
    await page.getByText("PASSWORD_RESET · Reset your password for").waitFor();
    await post("/__local/events", { type: "refresh-failed", code: "timeout" });
    await page.getByRole("cell", { name: "code timeout" }).waitFor();

    const other = await open("/__local/style.css");
    await other.evaluate(() => {
      const channel = new BroadcastChannel("tallybin-lifecycle");
      channel.postMessage({ type: "adopted", kind: "memory", idToken: "secret".repeat(20) });
    });
    await page.getByRole("cell", { name: "adopted" }).waitFor();
    expect(await page.content()).not.toContain("secretsecret");

    await page.getByRole("button", { name: "+1 hour" }).click();
    await page.getByText("+3600 s").waitFor();
    expect(Math.round(services.clock.offset() / 1000)).toBe(3600);
  });

  test("the workbench can start and end failures, load a scenario and change a setting", async () => {
    const page = await workbench();
    await page.getByRole("button", { name: "Refresh fails (503)" }).click();
    await page.getByText("status: token").waitFor();
    expect(services.failures.list()).toHaveLength(1);
    await page.getByRole("button", { name: "Remove all" }).click();
    await page.getByText("No failures.").waitFor();
    await page.getByLabel("Scenario", { exact: true }).selectOption("second factor");
    await page.getByRole("button", { name: "Load", exact: true }).click();
    await page.getByRole("button", { name: "Show the authenticator code of tom@example.test" }).click();
    await says(page, /\d{6}, valid for \d+ s/);
    await page.getByLabel("Email enumeration protection").check();
    await expect.poll(() => services.identity.settings.enumerationProtection).toBe(true);
  });

  test("the workbench adds a failure with its detail, skews clocks, changes a plan and restores a snapshot", async () => {
    const { uid } = await services.scenarios.load("plan active");
    const saved = JSON.stringify(services.snapshot());
    const page = await workbench();
    await page.getByText("Add another failure").click();
    await page.getByLabel("Endpoint").fill("accounts:*");
    await page.getByLabel("Fault").selectOption("latency");
    await page.getByLabel("Detail").fill("250");
    await page.getByLabel("Apply this many times").fill("2");
    await page.getByLabel("Run the operation first").check();
    await page.getByRole("button", { name: "Add failure" }).click();
    await page.getByText("latency: accounts:*").waitFor();
    expect(services.failures.list().map(({ script }) => script)).toEqual([
      { fault: { kind: "latency", ms: 250 }, endpoint: "accounts:*", times: 2, phase: "after" },
    ]);
    await page.getByLabel("Client clock skew").fill("-30");
    await page.getByRole("button", { name: "Set", exact: true }).click();
    await page.getByText("clients 30 s behind").waitFor();
    expect(services.clock.reading().skew).toBe(-30_000);

    const name = `projects/demo-project/databases/(default)/documents/users/${uid}`;
    const stored = () => services.snapshot().extensions.firestore?.documents.find((one) => one.name === name);
    const documents = page.getByRole("region", { name: "User documents" });
    await documents.getByLabel("Status").selectOption("past_due");
    await expect
      .poll(() => stored()?.fields["stripeSubscriptionStatus"])
      .toEqual({ stringValue: "past_due" });
    await documents.getByLabel("Plan").selectOption("none");
    await expect.poll(() => stored()?.fields).not.toHaveProperty("stripePriceId");

    const file = { name: "snapshot.json", mimeType: "application/json", buffer: Buffer.from(saved) };
    await page.getByLabel("Restore a snapshot").setInputFiles(file);
    await page.getByText("No failures.").waitFor();
    expect(stored()?.fields["stripePriceId"]).toEqual({ stringValue: "price_local_pro" });
  });

  test("the workbench keeps what is typed into an account while the account changes", async () => {
    const { uid } = await services.scenarios.load("verified customer");
    const page = await workbench();
    const item = page.getByRole("listitem").filter({ hasText: "ada@example.test" });
    await item.getByText("Edit").click();
    await item.getByLabel("Name").fill("Ada L");
    services.identity.update({ localId: uid }, { disabled: true });
    await page.request.post(`${server.origin}/__local/clock`, { data: { advance: 60_000 } });
    await page.getByText("+60 s").waitFor();
    await item.getByLabel("Name").press("End");
    await page.keyboard.type("ovelace");
    await item.getByRole("button", { name: "Save" }).click();
    await says(page, "Save ada@example.test: done.");
    expect(services.identity.account(uid)?.displayName).toBe("Ada Lovelace");
    await item.getByText("disabled").waitFor();
  });

  test.each([360, 1280])(
    "the workbench has no accessibility violation and no sideways scrolling at %i pixels",
    async (width) => {
      await services.scenarios.load("second factor");
      await services.scenarios.load("unverified", { email: "una@example.test" });
      await services.scenarios.load("disabled", { email: "dora@example.test" });
      services.failures.add({ endpoint: "token", fault: { kind: "offline" } });
      await expectFits(await workbench(), width);
    },
  );
});

describe("the consent page", { timeout: 60_000 }, () => {
  const begin = async (providerId: string) => {
    const url = `${server.origin}/identitytoolkit.googleapis.com/v1/accounts:createAuthUri?key=k`;
    const body = JSON.stringify({ providerId, continueUri: `${server.origin}/oauth/callback` });
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const { authUri }: { authUri: string } = await response.json();
    return authUri;
  };

  test.each(["google.com", "facebook.com", "twitter.com", "github.com"])(
    "the consent page of %s works by keyboard without JavaScript",
    async (providerId) => {
      const plain = await browser.newContext({ javaScriptEnabled: false });
      const page = await open(await begin(providerId), plain);
      await page.getByLabel("Email").focus();
      await page.keyboard.type("gina@example.test");
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/oauth\/callback\?(code|oauth_token)=.+&state=.+/);
      await plain.close();
    },
  );

  test.each([360, 1280])(
    "the consent page has no accessibility violation and no sideways scrolling at %i pixels",
    async (width) => {
      await services.scenarios.load("provider collision");
      await expectFits(await open(await begin("google.com")), width);
    },
  );
});
