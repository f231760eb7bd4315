import { randomUUID } from "node:crypto";
import type { SessionEntry } from "@tallybin/contract/session-list";
import { beforeEach, expect, test } from "vitest";
import { SessionsSection } from "../../src/pages/settings/sessions/activity-section.tsx";
import { answerFirst } from "./support/local.ts";
import { pressButton, render, shows, texts } from "./support/render.tsx";
import { ForUser, signUpAda, startSite } from "./support/site.tsx";

const at = "2026-01-02T03:04:00.000Z";
const entry = (id: string, browser: string | null, system: string | null): SessionEntry => ({
  id,
  browser,
  system,
  current: false,
  createdAt: at,
  lastUsedAt: at,
  bound: false,
});
const server = {
  session: "",
  others: [] as SessionEntry[],
  calls: [] as string[],
  /** Replaces the response to the next call about sessions. */
  instead: undefined as Response | undefined,
};
const answer = (data: unknown) => Response.json({ status: "success", code: "ok", message: "", data });

async function ownServer(path: string, method: string): Promise<Response> {
  server.calls.push(`${method} ${path}`);
  const { instead } = server;
  server.instead = undefined;
  if (instead !== undefined) return instead;
  if (path === "/api/session" && method === "POST") {
    server.session = randomUUID();
    return Response.json({ session: server.session });
  }
  if (method === "DELETE") {
    const id = path.split("/")[3];
    server.others = id === undefined ? [] : server.others.filter((other) => other.id !== id);
    return answer({ ended: 1 });
  }
  const current = { ...entry(server.session, "Chrome", "Linux"), current: true };
  return answer({ sessions: [current, ...server.others] });
}

startSite({ sessions: "server" });
answerFirst((request) => {
  const { pathname, search } = new URL(request.url);
  return pathname.startsWith("/api/session") ? ownServer(pathname + search, request.method) : undefined;
});
beforeEach(async () => {
  server.others = [entry("one", "Safari", "iPhone"), entry("two", null, null)];
  await signUpAda();
  server.calls.length = 0;
});

const section = <ForUser>{(user) => <SessionsSection user={user} />}</ForUser>;
const buttons = () => texts("#sessions-form button");

test("the list of sessions shows the current browser first, and each browser with its name, its times, a mark if it is bound, and a button", async () => {
  server.others[0] = { ...entry("one", "Safari", "iPhone"), bound: true };
  await render(section);
  await shows("Safari on iPhone");
  const page = document.body.textContent ?? "";
  expect(page.indexOf("Chrome on Linux")).toBeLessThan(page.indexOf("Safari on iPhone"));
  expect(page).toContain("This device, signed in ");
  expect(page.match(/Bound to its device/g)).toHaveLength(1);
  expect(page.indexOf("Bound to its device")).toBeLessThan(page.indexOf("Unknown browser"));
  expect(page).toContain("can stay signed in for up to an hour");
  expect(buttons()).toEqual(["Sign out", "Sign out", "Sign out", "Sign out everywhere else"]);
});

test("signing out everywhere else asks for confirmation first", async () => {
  await render(section);
  await shows("Safari on iPhone");
  await pressButton("Sign out everywhere else");
  expect(server.calls.some((call) => call.startsWith("DELETE"))).toBe(false);
  expect(document.activeElement?.textContent).toBe("Cancel");
  await pressButton("Cancel");
  await pressButton("Sign out everywhere else");
  await pressButton("Sign out everywhere else");
  await shows("You’re signed out everywhere else.");
  expect(server.calls.at(-1)).toBe("DELETE /api/sessions?others");
  expect(buttons()).toEqual(["Sign out"]);
});

test("the settings report a list of sessions that cannot be read, and can read the list again", async () => {
  server.instead = Response.json({ status: "error" }, { status: 503 });
  await render(section);
  await shows("We couldn’t look up where you’re signed in.");
  await pressButton("Try again");
  await shows("Safari on iPhone");
});
