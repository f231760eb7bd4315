import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ERROR_WORDS } from "../../mocks/failures/script.ts";
import { createLocalServices } from "../../mocks/local-services.ts";
import { connect, ORIGIN } from "./support.ts";

const ada = { email: "ada@example.test", password: "correct horse" };
/** For a response that `call` cannot read. */
const signUpRequest = () =>
  new Request(`${ORIGIN}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ada),
  });
const LOOKUP = "/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k";

describe("a failure script", () => {
  test('the failure "offline" drops the connection before the operation runs', async () => {
    const { services, call } = connect();
    services.failures.add({ endpoint: "accounts:signUp", fault: { kind: "offline" } });
    const { response } = await call("accounts:signUp", ada);
    expect(response.type).toBe("error");
    expect(services.identity.users.size, "nothing has happened").toBe(0);
  });

  test.each([
    {
      fault: { kind: "status", status: 429, retryAfterS: 7 } as const,
      status: 429,
      word: "QUOTA_EXCEEDED : Exceeded quota for this operation.",
    },
    {
      fault: { kind: "status", status: 503 } as const,
      status: 503,
      word: "The service is currently unavailable.",
    },
    { fault: { kind: "error", word: "USER_DISABLED" } as const, status: 400, word: "USER_DISABLED" },
  ])(
    "the failure $fault.kind answers with status $status and Google's error envelope",
    async ({ fault, status, word }) => {
      const { services, call } = connect();
      services.failures.add({ fault });
      const answer = await call("accounts:signUp", ada);
      expect(answer).toMatchObject({ status, word });
      if ("retryAfterS" in fault) expect(answer.response.headers.get("retry-after")).toBe("7");
    },
  );

  test.each([
    { kind: "status", status: 204 } as const,
    { kind: "error", word: "USER_DISABLED", status: 205 } as const,
    { kind: "html", status: 304 } as const,
    { kind: "malformed-json", status: 204 } as const,
  ])("the failure $kind with the status $status answers without a body", async (fault) => {
    const { services, call } = connect();
    services.failures.add({ fault });
    const { status, response } = await call("accounts:signUp", ada);
    expect(status).toBe(fault.status);
    expect(response.body).toBeNull();
  });

  test('the failure "html" answers with an HTML page instead of JSON', async () => {
    const { services, call } = connect();
    services.failures.add({ fault: { kind: "html" } });
    const { status, response } = await call("accounts:signUp", ada);
    expect(status).toBe(502);
    expect(response.headers.get("content-type")).toMatch(/^text\/html/);
    expect(await response.text()).toContain("<h1>");
  });

  test('the failure "malformed-json" runs the operation and truncates the response', async () => {
    const { services } = connect();
    services.failures.add({ fault: { kind: "malformed-json" } });
    const response = await services.handle(signUpRequest());
    await expect(response?.json()).rejects.toThrow(SyntaxError);
    expect(services.identity.accountByEmail(ada.email)).toBeDefined();
  });

  test('the failure "cut" breaks the connection in the middle of the body', async () => {
    const { services } = connect();
    services.failures.add({ fault: { kind: "cut", afterBytes: 10 } });
    const response = await services.handle(signUpRequest());
    const reader = response?.body?.getReader();
    expect((await reader?.read())?.value?.length).toBe(10);
    await expect(reader?.read()).rejects.toThrow("cut");
    expect(services.identity.users.size).toBe(1);
  });

  test('the failure "cut" breaks an endless stream after the given number of bytes', async () => {
    const services = createLocalServices({ endpoints: ["endless"] });
    const chunk = new TextEncoder().encode("0123456789");
    services.failures.add({ endpoint: "endless", fault: { kind: "cut", afterBytes: 25 } });
    const body = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
    const response = await services.underFailureScripts(
      new Request(`${ORIGIN}/endless`),
      "endless",
      () => new Response(body),
    );
    const reader = response.body?.getReader();
    const lengths: (number | undefined)[] = [];
    for (let i = 0; i < 3; i += 1) lengths.push((await reader?.read())?.value?.length);
    expect(lengths).toEqual([10, 10, 5]);
    await expect(reader?.read()).rejects.toThrow("cut");
  });

  test('a failure script with the phase "after" runs the operation and loses only the response', async () => {
    const { services, call } = connect();
    services.failures.add({ phase: "after", fault: { kind: "offline" } });
    expect((await call("accounts:signUp", ada)).response.type).toBe("error");
    expect(services.identity.users.size).toBe(1);
  });

  test('the failure "cors" refuses the preflight and fails the request of the page', async () => {
    const { services, send, call } = connect();
    const preflight = () =>
      send(LOOKUP, {
        method: "OPTIONS",
        headers: { origin: "http://page.test", "access-control-request-method": "POST" },
      });
    const allowed = await preflight();
    expect(allowed.status).toBe(204);
    expect(allowed.response.headers.get("access-control-allow-origin")).toBe("http://page.test");
    services.failures.add({ fault: { kind: "cors" } });
    const refused = await preflight();
    expect(refused.response.headers.has("access-control-allow-origin")).toBe(false);
    expect((await call("accounts:signUp", ada)).response.type).toBe("error");
    expect(services.identity.users.size).toBe(0);
  });

  test("a failure script applies only to its endpoint, its account and its number of requests", async () => {
    const { services, call, signUp, refresh } = connect();
    const { refreshToken } = await signUp();
    const other = await signUp("bob@example.test");
    services.failures.add({
      endpoint: "token",
      email: "ADA@example.test",
      after: 1,
      times: 2,
      fault: { kind: "status", status: 500 },
    });
    const statuses = [];
    for (let i = 0; i < 5; i += 1) statuses.push((await refresh(refreshToken)).status);
    expect(statuses).toEqual([200, 500, 500, 200, 200]);
    expect((await refresh(other.refreshToken)).status).toBe(200);
    expect((await call("accounts:signInWithPassword", ada)).status).toBe(200);
  });

  test("a failure script with a probability makes the same choices again for the same seed", async () => {
    const run = async () => {
      const { services, call } = connect({ seed: 42 });
      services.failures.add({ probability: 0.5, fault: { kind: "status", status: 500 } });
      const statuses = [];
      for (let i = 0; i < 20; i += 1) statuses.push((await call("accounts:lookup", {})).status);
      return statuses;
    };
    const first = await run();
    expect(new Set(first)).toEqual(new Set([400, 500]));
    expect(await run()).toEqual(first);
  });

  test("a failure script with a star in its endpoint matches a group of endpoints", async () => {
    const { services, call, refresh, signUp } = connect();
    const { refreshToken } = await signUp();
    services.failures.add({ endpoint: "accounts:*", fault: { kind: "status", status: 503 } });
    expect((await call("accounts:lookup", {})).status).toBe(503);
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  test("a failure script with many stars in its endpoint is matched fast", () => {
    const services = createLocalServices({ endpoints: [`${"n".repeat(30)}x`] });
    const matches = (endpoint: string) => {
      services.failures.clear();
      try {
        services.failures.add({ endpoint, fault: { kind: "offline" } });
      } catch {
        return false;
      }
      return services.failures.draw({ endpoint: "accounts:signInWithPhoneNumber" }).length > 0;
    };
    expect(matches(`${"*n".repeat(25)}x*`)).toBe(false);
    expect(matches("*signIn*Phone*")).toBe(true);
    expect(matches("accounts:*")).toBe(true);
    expect(matches("accounts:signInWithPhoneNumber*Number")).toBe(false);
    expect(matches("accounts.signIn*")).toBe(false);
  });

  test("a failure script never affects the control endpoints and the health check", async () => {
    const { services, send } = connect({ standalone: true });
    services.failures.add({ fault: { kind: "offline" } });
    expect((await send("/healthz")).body).toEqual({ status: "ok" });
    expect((await send("/__local/clock")).status).toBe(200);
    expect((await send("/__local/failures", { method: "DELETE" })).status).toBe(200);
    expect(services.failures.list()).toEqual([]);
  });

  test("an invalid failure script is refused with a message", async () => {
    const { post } = connect();
    const { status, word } = await post("/__local/failures", { fault: { kind: "latency", ms: -1 } });
    expect(status).toBe(400);
    expect(word).toBe("Invalid JSON payload received. /fault/ms must not be negative");
  });

  test.each([
    "accounts:signup",
    "accounts.lookup",
    "account:*",
    "documents:read",
    "refresh",
    "control",
    ["token", "accounts:singUp"],
  ])(
    "a failure script for the endpoint %j, which does not exist, is refused with the names",
    async (endpoint) => {
      const { post, services } = connect();
      const script = { endpoint, fault: { kind: "offline" } as const };
      const { status, word } = await post("/__local/failures", script);
      expect(status).toBe(400);
      expect(word).toContain(`There is no endpoint "${[endpoint].flat().at(-1)}". There are: `);
      expect(word).toMatch(/ accounts:signUp,.* token,.* consent,.* sheets,.* documents:commit,/);
      expect(() => services.failures.add(script)).toThrow("There is no endpoint");
      expect(services.failures.list()).toEqual([]);
    },
  );

  test("a failure script may name the endpoints of an extension and those of the application's own API", () => {
    const services = createLocalServices({ endpoints: ["orders"] });
    for (const endpoint of ["orders", "order*", "*", "documents:listen-receive", "passkeySignIn:*"])
      services.failures.add({ endpoint, fault: { kind: "offline" } });
    expect(services.failures.list()).toHaveLength(5);
  });

  test.each(["EMAIL_EXIST", "email_exists", "USER_DISABLED: why", "", "A_NEW_WORD"])(
    "a failure script with the error code %j, which does not exist, is refused with the codes",
    async (word) => {
      const { post } = connect();
      const refused = await post("/__local/failures", { fault: { kind: "error", word } });
      expect(refused.status).toBe(400);
      expect(refused.word).toMatch(/^Invalid JSON payload received\. \/fault\/word is no known error code: /);
      expect(refused.word).toMatch(/EMAIL_EXISTS, .*USER_DISABLED, .*PERMISSION_DENIED/);
      const known = { kind: "error", word: "WEAK_PASSWORD : too short" };
      expect((await post("/__local/failures", { fault: known })).status).toBe(200);
    },
  );

  test("a failure script may answer a sentence without a code, as the API does about its key", async () => {
    const { post } = connect();
    const word = "API key not valid. Please pass a valid API key.";
    await post("/__local/failures", { endpoint: "accounts:signUp", fault: { kind: "error", word } });
    expect(await post("/identitytoolkit.googleapis.com/v1/accounts:signUp?key=fake", {})).toMatchObject({
      status: 400,
      word,
    });
  });

  test("the error codes of failure scripts include every code that the local services answer", () => {
    const thrown = /(?:new ApiError|assert)\([^;]*?["`]([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g;
    // Values of requests, in the same places.
    const values = new Set(["EMAIL_SIGNIN", "PASSWORD_RESET", "OOB_REQ_TYPE_UNSPECIFIED"]);
    const mocks = fileURLToPath(new URL("../../mocks", import.meta.url));
    const found = readdirSync(mocks, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
      .flatMap((entry) => [...readFileSync(join(entry.parentPath, entry.name), "utf8").matchAll(thrown)])
      .map(([, code = ""]) => code);
    expect(found).toContain("EMAIL_EXISTS");
    expect(found.filter((code) => !values.has(code) && !ERROR_WORDS.includes(code))).toEqual([]);
  });

  test("a failure script of an unknown kind is refused with the kinds, and an unknown field by its name", async () => {
    const { post } = connect();
    const readme = readFileSync(new URL("../../mocks/README.md", import.meta.url), "utf8");
    const kinds = [...readme.matchAll(/^\| `\{ kind: "([\w-]+)"/gm)].map(([, kind]) => kind);
    expect((await post("/__local/failures", { fault: { kind: "down" } })).word).toMatch(
      new RegExp(`one of the kinds ${kinds.join(", ")}$`),
    );
    const misspelled = await post("/__local/failures", { fault: { kind: "offline" }, time: 1 });
    expect([misspelled.status, misspelled.word]).toEqual([400, expect.stringContaining("/time")]);
  });
});

describe("delays", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("the latencies of several failure scripts add up, and another failure follows the wait", async () => {
    const { services, call } = connect();
    services.failures.add({ fault: { kind: "latency", ms: 1000 } });
    services.failures.add({ fault: { kind: "latency", minMs: 500, maxMs: 500 } });
    services.failures.add({ fault: { kind: "status", status: 503 } });
    let status = 0;
    const asked = call("accounts:lookup", {}).then((answer) => {
      status = answer.status;
    });
    await vi.advanceTimersByTimeAsync(1499);
    expect(status).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    await asked;
    expect(status).toBe(503);
  });

  test("a delay longer than a timer's maximum does not turn into a short delay", async () => {
    const { services, call } = connect();
    services.failures.add({ fault: { kind: "latency", ms: 2 ** 31 } });
    const settled = vi.fn();
    const answer = call("accounts:signUp", ada).then(settled);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(settled).not.toHaveBeenCalled();
    services.failures.clear();
    await vi.runAllTimersAsync();
    await answer;
  });

  test('a request under the failure "hang" gets no response until the caller aborts or the failure scripts are removed', async () => {
    const { services } = connect();
    services.failures.add({ fault: { kind: "hang" } });
    const giveUp = new AbortController();
    const ask = (signal?: AbortSignal) =>
      services.handle(
        new Request(`${ORIGIN}${LOOKUP}`, { method: "POST", body: "{}", ...(signal && { signal }) }),
      );
    const outcomes: string[] = [];
    const first = ask(giveUp.signal).then((response) => outcomes.push(`first ${response?.type}`));
    const second = ask().then((response) => outcomes.push(`second ${response?.type}`));
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(outcomes).toEqual([]);
    giveUp.abort();
    await first;
    expect(outcomes).toEqual(["first error"]);
    services.failures.clear();
    await second;
    expect(outcomes).toEqual(["first error", "second error"]);
  });
});
