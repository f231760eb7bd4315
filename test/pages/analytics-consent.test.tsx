import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { consentStore } from "../../src/analytics/consent-store.ts";
import { startAnalytics } from "../../src/analytics/start.ts";
import { sessionStore } from "../../src/identity/state/session-store.ts";
import { until } from "./support/until.ts";
import { user } from "./support/user.ts";

const VISITOR = JSON.stringify({ anonymousId: "an-earlier-visitor", userId: "ada" });
const consent = (choice: string, version = "2024-05-06") =>
  JSON.stringify({ version, choice, at: "2026-01-01T00:00:00.000Z" });
const sent: { type: string; userId?: string; anonymousId: string }[] = [];
const pages = {
  path: () => "/about",
  infoAt: (path: string) => ({ path, title: "About" }),
  subscribe: () => () => undefined,
};
let stop = (): void => undefined;
const start = () => {
  stop = startAnalytics({ endpoint: "https://analytics.example", writeKey: "example-key" }, pages);
};
const ada = user("ada");
const forbid = (isForbidden: boolean) =>
  Object.defineProperty(navigator, "globalPrivacyControl", { value: isForbidden, configurable: true });

beforeAll(() => {
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    sent.push(...JSON.parse(String(init.body)).batch);
    return new Response();
  });
});
beforeEach(() => {
  sent.length = 0;
  localStorage.clear();
  localStorage.setItem("analytics-visitor", VISITOR);
});
afterEach(() => {
  stop();
  forbid(false);
  sessionStore.setState({ status: "unknown" }, true);
});

test.each([
  ["the browser has begun to forbid analytics", consent("accepted"), true],
  ["the user agreed to an older privacy policy", consent("accepted", "2023-01-01"), false],
  ["there is no consent", "null", false],
])("the stored visitor ID of analytics is deleted at the start if %s", (_, stored, isForbidden) => {
  localStorage.setItem("analytics-consent", stored);
  forbid(isForbidden);
  start();
  expect(localStorage.getItem("analytics-visitor")).toBeNull();
});

test("a page view while the session is unknown names no earlier user", async () => {
  localStorage.setItem("analytics-consent", consent("accepted"));
  sessionStore.setState({ status: "unknown" }, true);
  start();
  sessionStore.setState({ status: "unknown", reason: "storage-unavailable" }, true);
  await until(() => expect(sent.map(({ type }) => type)).toEqual(["page"]));
  expect(sent[0]?.userId).toBeUndefined();
  expect(sent[0]?.anonymousId).not.toBe("an-earlier-visitor");
});

test("a page view before the first storage read is reported after that read, with the user", async () => {
  localStorage.setItem("analytics-consent", consent("accepted"));
  sessionStore.setState({ status: "unknown" }, true);
  start();
  sessionStore.setState({ status: "signed-in", user: ada, connection: "online" }, true);
  await until(() => expect(sent.map(({ type, userId }) => [type, userId])).toEqual([["page", "ada"]]));
});

test("a page restored from the back-forward cache applies the consent choice that was made meanwhile", () => {
  localStorage.setItem("analytics-consent", consent("accepted"));
  sessionStore.setState({ status: "signed-out" }, true);
  start();
  expect(localStorage.getItem("analytics-visitor")).not.toBeNull();
  localStorage.setItem("analytics-consent", consent("rejected"));
  window.dispatchEvent(new Event("pageshow"));
  expect(consentStore.getState().choice).toBe("rejected");
  expect(localStorage.getItem("analytics-visitor")).toBeNull();
});

test.each([
  ["a page that the browser restores", () => window.dispatchEvent(new Event("pageshow"))],
  ["a page that is shown again", () => document.dispatchEvent(new Event("visibilitychange"))],
])("%s deletes the visitor ID of analytics once Global Privacy Control is on", (_, happen) => {
  localStorage.setItem("analytics-consent", consent("accepted"));
  sessionStore.setState({ status: "signed-in", user: ada, connection: "online" }, true);
  start();
  expect(localStorage.getItem("analytics-visitor")).not.toBeNull();
  forbid(true);
  happen();
  expect(consentStore.getState()).toMatchObject({ choice: "rejected", isForbidden: true, isOpen: false });
  expect(localStorage.getItem("analytics-visitor")).toBeNull();
});
