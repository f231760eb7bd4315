import type { HistoryEntry } from "@tallybin/contract/account";
import { beforeEach, expect, test, vi } from "vitest";
import { type StoredUserState, storedUser } from "../../src/account/stored-user-store.ts";
import { currentUid } from "../../src/identity/state/session-store.ts";
import { DataSection } from "../../src/pages/settings/data/data-section.tsx";
import { describeEvent, HistorySection } from "../../src/pages/settings/sessions/activity-section.tsx";
import { answerFirst, pathOf } from "./support/local.ts";
import { only, pressButton, render, shows, type } from "./support/render.tsx";
import { ADA, ForUser, signUpAda, startSite } from "./support/site.tsx";

const at = "2026-01-02T03:04:00.000Z";
const server = {
  events: [] as unknown[],
  calls: [] as { path: string; authorization: string | null }[],
  /** Replaces the response to the next call about the account. */
  instead: undefined as Response | undefined,
};

startSite({ sessions: "server" });
answerFirst((request) => {
  const path = pathOf(request);
  if (path === "/api/session") return Response.json({ session: "session-of-this-browser" });
  if (!path.startsWith("/api/account/")) return undefined;
  server.calls.push({ path, authorization: request.headers.get("authorization") });
  const { instead } = server;
  server.instead = undefined;
  const data = path.endsWith("/history")
    ? { events: server.events }
    : { sessions: [], newsletter: [], history: server.events };
  return instead ?? Response.json({ status: "success", code: "ok", message: "", data });
});
beforeEach(async () => {
  server.events = [{ kind: "signed-in", at, browser: "Firefox", system: "Linux" }];
  await signUpAda();
  server.calls.length = 0;
});

const sections = (
  <ForUser>
    {(user) => (
      <>
        <HistorySection user={user} />
        <DataSection user={user} />
      </>
    )}
  </ForUser>
);

test("the security history is requested with the user's ID token when its section opens", async () => {
  await render(sections);
  expect(server.calls).toEqual([]);
  await pressButton("Show: Security history");
  await shows("Signed in");
  expect(document.body.textContent).toMatch(/Firefox on Linux, Jan \d, 2026/);
  expect(server.calls).toEqual([
    { path: "/api/account/history", authorization: expect.stringMatching(/^Bearer ey/) },
  ]);
});

test("a security history that needs a recent sign-in asks for the password in place, and then appears", async () => {
  await render(sections);
  server.instead = Response.json(
    { status: "error", code: "requires-recent-login", message: "", data: null },
    { status: 403 },
  );
  await pressButton("Show: Security history");
  await shows("Confirm it’s you");
  await type(only<HTMLInputElement>("#history-form input[type=password]"), ADA.password);
  await pressButton("Confirm");
  await shows("Firefox on Linux");
  expect(server.calls).toHaveLength(2);
});

test("the settings offer to read the security history again after a failure, and report an empty history", async () => {
  await render(sections);
  server.instead = Response.json({ status: "error", code: "unavailable" }, { status: 503 });
  await pressButton("Show: Security history");
  await shows("We couldn’t look up your history.");
  server.events = [];
  await pressButton("Try again");
  await shows("Nothing has happened in the last 90 days.");
});

test("every kind of security event has a text that names its subject", () => {
  const by = { browser: "Safari", system: "iPhone" };
  const events = [
    { kind: "session-moved" },
    { kind: "signed-out" },
    { kind: "ended-elsewhere", by },
    { kind: "ended-elsewhere", by: { browser: null, system: null } },
    { kind: "ended-by-support" },
    { kind: "ended-by-notice" },
    { kind: "ended-by-service" },
    { kind: "password", change: "changed" },
    { kind: "address", change: "changed" },
    { kind: "second-factor", change: "removed" },
    { kind: "passkey", change: "added" },
    { kind: "provider", change: "removed", provider: "github.com" },
    { kind: "account-deleted" },
  ];
  expect(events.map((event) => describeEvent(event as unknown as HistoryEntry))).toEqual([
    "Stayed signed in",
    "Signed out",
    "Signed out from Safari on iPhone",
    "Signed out from Unknown browser",
    "Signed out by our support",
    "Signed out with “This wasn’t me” in our email",
    "Signed out by our identity service",
    "Password changed",
    "Email address changed",
    "Two-step verification: method removed",
    "Passkey added",
    "GitHub unlinked",
    "Account deleted",
  ]);
});

test("the downloaded data has the profile, document, sessions, history and newsletter, and no token", async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await render(sections);
  await pressButton("Download my data");
  await shows("We couldn’t put your data together.");
  expect(files, "the stored document has not been read").toEqual([]);
  const uid = currentUid() ?? "";
  const snapshot = { exists: true, data: { name: "Ada" } };
  storedUser.set(uid, { status: "ready", uid, snapshot } as unknown as StoredUserState);
  await pressButton("Download my data");
  await shows("Your data is in your downloads.");
  const saved: object = JSON.parse((await files[0]?.text()) ?? "");
  expect(Object.keys(saved)).toEqual(["savedAt", "profile", "document", "sessions", "history", "newsletter"]);
  expect(saved).toMatchObject({ profile: { uid }, document: { name: "Ada" }, history: server.events });
  expect(JSON.stringify(saved)).not.toMatch(/ey[\w-]+\.ey|token/i);
  expect(names[0]).toMatch(/^tallybin-data-\d{4}-\d\d-\d\d\.json$/);
});
