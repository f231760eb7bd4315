import { describe, expect, test } from "vitest";
import { settle } from "../support/clock.ts";
import { ANSWER_URL, CALLBACK, STATE, setUpPopup, withProvider } from "../support/popups.ts";

describe("a popup", () => {
  test("a popup opens centered before any request, and navigates straight to the provider's address", async () => {
    const { popups, started, browser, body } = setUpPopup();
    started();
    expect(popups.last().features).toBe("popup,width=500,height=600,left=500,top=200");
    expect(browser.calls).toEqual([]);
    await settle();
    expect(popups.last().urls).toEqual([`https://idp.test/authorize?p=google.com&state=${STATE}`]);
    expect(body("createAuthUri")).toMatchObject({ providerId: "google.com", continueUri: CALLBACK });
  });

  test("a popup opens at the page of the option popupUrl, and goes to the provider once that page has loaded", async () => {
    const popupUrl = "https://site.test/oauth/popup";
    const { popups, started, browser, answer } = setUpPopup({}, { popupUrl } as object);
    popups.network.isFast = false;
    const outcome = started();
    expect(popups.last().first).toBe(popupUrl);
    await browser.clock.advance(1000);
    expect(popups.last().urls).toEqual([]);
    popups.last().hasLanded = true;
    await browser.clock.advance(100);
    expect(popups.last().urls).toEqual([`https://idp.test/authorize?p=google.com&state=${STATE}`]);
    await answer();
    expect(outcome.user).toMatchObject({ uid: "alice" });
  });

  test("signInWithPopup with a relative callbackUrl rejects without a request, and names the option", async () => {
    const { opened, browser, popups } = setUpPopup({}, { callbackUrl: "/oauth/callback" } as object);
    const outcome = await opened();
    expect(outcome.error).toMatchObject({ code: "argument-error", detail: "callbackUrl" });
    expect(popups.last().isClosed).toBe(true);
    expect(browser.calls).toEqual([]);
  });

  test("a popup goes to the provider after 2 s if the page of the option popupUrl does not load", async () => {
    const popupUrl = "https://site.test/oauth/popup";
    const { popups, started, browser } = setUpPopup({}, { popupUrl } as object);
    popups.network.isFast = false;
    started();
    await browser.clock.advance(1999);
    expect(popups.last().urls).toEqual([]);
    await browser.clock.advance(1);
    expect(popups.last().urls).toEqual([`https://idp.test/authorize?p=google.com&state=${STATE}`]);
  });

  test("a popup goes to the provider at once if the browser has isolated the popup from its opener", async () => {
    const popupUrl = "https://site.test/oauth/popup";
    const { popups, started } = setUpPopup({}, { popupUrl } as object);
    started();
    popups.last().isIsolated = true;
    await settle();
    expect(popups.last().urls).toEqual([`https://idp.test/authorize?p=google.com&state=${STATE}`]);
  });

  test.each([
    ["google.com", {}],
    ["facebook.com", { display: "popup" }],
    ["twitter.com", {}],
    ...(["github.com", "apple.com", "microsoft.com", "oidc.example", "saml.example"] as const).map(
      (providerId) => [providerId, {}] as const,
    ),
  ] as const)("a popup signs the user in with the provider %s", async (providerId, customParameter) => {
    const late: unknown[] = [];
    const { opened, answer, body, client, popups, events } = setUpPopup({
      onLate: (outcome) => late.push(outcome),
    });
    const outcome = await opened(providerId);
    await answer();
    expect(outcome.user).toMatchObject({ uid: "alice" });
    expect(client.getState()).toMatchObject({ status: "signed-in" });
    expect(body("createAuthUri")?.["customParameter"]).toEqual(customParameter);
    // The client sends query and fragment unchanged, with the session ID from createAuthUri.
    expect(body("signInWithIdp")).toMatchObject({
      requestUri: ANSWER_URL,
      sessionId: "idp-s3cr3t",
      returnIdpCredential: true,
    });
    expect(popups.last().isClosed).toBe(true);
    expect(late, "the caller was still waiting").toEqual([]);
    expect(events).toContainEqual({ type: "popup", providerId, phase: "opening" });
  });

  test("a popup requests additional scopes separated by spaces, and passes the site's parameters", async () => {
    const { opened, body } = setUpPopup();
    await opened("google.com", { scopes: ["openid", "email"], customParameters: { login_hint: "a@b.test" } });
    expect(body("createAuthUri")).toMatchObject({
      oauthScope: "openid email",
      customParameter: { login_hint: "a@b.test" },
    });
  });

  test("signInWithPopup rejects immediately when blocked, without any request", async () => {
    const { opened, popups, browser } = setUpPopup();
    popups.blocked.isBlocked = true;
    const outcome = await opened();
    expect(outcome.error).toMatchObject({ code: "popup-blocked" });
    expect(browser.calls).toEqual([]);
  });

  test("a blocked popup leaves no channel open", async () => {
    let open = 0;
    const channel = () => {
      open += 1;
      const close = () => {
        open -= 1;
      };
      return { postMessage: () => {}, addEventListener: () => {}, close };
    };
    const { started, popups } = setUpPopup({}, { channel } as object);
    const before = open;
    popups.blocked.isBlocked = true;
    for (let times = 0; times < 3; times += 1) started();
    await settle();
    expect(open).toBe(before);
  });

  test("a popup is refused and closed if the project does not list the page's domain", async () => {
    const { opened, browser, popups } = setUpPopup();
    browser.answerWith(withProvider(undefined, ["other.test", "not-site.test", "ite.test"]));
    const outcome = await opened();
    expect(outcome.error).toMatchObject({ code: "unauthorized-domain" });
    expect(popups.last()).toMatchObject({ isClosed: true, urls: [] });
  });

  test.each([
    ["the parent of the page's domain", ["other.test", "test"]],
    ["the page's domain in capital letters", ["other.test", "SITE.test"]],
  ])("a popup goes to the provider if the project's authorized domains have %s", async (_, domains) => {
    const { opened, browser, popups } = setUpPopup();
    browser.answerWith(withProvider(undefined, domains));
    await opened();
    expect(popups.last().urls).toHaveLength(1);
  });

  test("the option onOpen receives a handle that brings the popup to the front", async () => {
    const opened: { focus(): void }[] = [];
    const { started, popups } = setUpPopup({ onOpen: (popup) => opened.push(popup) });
    started();
    opened[0]?.focus();
    expect(popups.last().focused).toBe(1);
  });

  test.each([
    "javascript:alert(1)",
    "http://provider.example/consent",
    "http://localhost.provider.example/consent",
  ])("a popup never opens an address that is neither HTTPS nor local: %s", async (authUri) => {
    const { opened, browser, popups } = setUpPopup();
    browser.answerWith((call) =>
      call.path.endsWith("createAuthUri")
        ? { body: { authUri, sessionId: "idp-s3cr3t" } }
        : withProvider()(call),
    );
    const outcome = await opened();
    expect(outcome.error).toMatchObject({ code: "internal-error" });
    expect(popups.last().urls).toEqual([]);
  });
});

const projectCalls = ({ browser }: ReturnType<typeof setUpPopup>) =>
  browser.calls.filter(({ path }) => path === "/v1/projects");

test("the authorized domains are read once for all popups of a page", async () => {
  const page = setUpPopup();
  for (let opened = 0; opened < 3; opened += 1) {
    const outcome = await page.opened();
    await page.answer();
    expect(outcome.user).toMatchObject({ uid: "alice" });
  }
  expect(projectCalls(page)).toHaveLength(1);
});

test("if reading the authorized domains fails, the next popup reads them again", async () => {
  const page = setUpPopup();
  page.browser.answerWith((call) => (call.path === "/v1/projects" ? "offline" : withProvider()(call)));
  const first = await page.opened();
  expect(first.error).toMatchObject({ code: "network-request-failed" });
  page.browser.answerWith(withProvider());
  const second = await page.opened();
  await page.answer();
  expect(second.user).toMatchObject({ uid: "alice" });
});
