import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { FailureScript } from "../../mocks/failures/script.ts";
import { createLocalServices, type LocalServices } from "../../mocks/local-services.ts";
import {
  createIdentityClient,
  getIdToken,
  type IdentityClient,
  type IdentityError,
  memoryPersistence,
  signInWithPassword,
} from "../../packages/identity/src/index.ts";

type Fault = FailureScript["fault"];
const HOUR_MS = 3_600_000;
const TIMEOUT_MS = 30_000;

let services: LocalServices;
let client: IdentityClient;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  services = createLocalServices({ seed: 1 });
  await services.keys.current();
  const origin = "http://localhost:4200";
  client = createIdentityClient({
    apiKey: "any-key",
    projectId: services.projectId,
    identityToolkitUrl: `${origin}/identitytoolkit.googleapis.com`,
    secureTokenUrl: `${origin}/securetoken.googleapis.com`,
    callbackUrl: `${origin}/oauth/callback`,
    persistence: memoryPersistence(),
    now: () => services.clock.now(),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const response = await services.handle(request);
      if (request.signal.aborted) throw request.signal.reason;
      // How a page sees a dropped connection.
      if (!response || response.type === "error") throw new TypeError("Failed to fetch");
      return response;
    },
  });
});
afterEach(() => {
  client.dispose();
  vi.useRealTimers();
});

const STEP_MS = 2000;
const reallyWait = globalThis.setTimeout;
const aMoment = () => new Promise((resolve) => reallyWait(resolve, 15));

/**
 * Runs every request to its end on the fake clock. Signing takes real time, which fake timers do not know, so there
 * is a short pause between the steps.
 */
async function outcomeOf(asked: Promise<unknown>): Promise<string> {
  let outcome: string | undefined;
  asked.then(
    () => {
      outcome = "success";
    },
    (error: IdentityError) => {
      outcome = error.code;
    },
  );
  for (let passed = 0; passed <= TIMEOUT_MS + STEP_MS; passed += STEP_MS) {
    await aMoment();
    if (outcome !== undefined) return outcome;
    await vi.advanceTimersByTimeAsync(STEP_MS);
  }
  return outcome ?? "still waiting";
}

const customer = async () => {
  const { email = "", password = "" } = await services.scenarios.load("verified customer");
  return { email, password };
};

/** The effect of a failure on a sign-in, and on a session with an expired token. */
const table: { fault: Fault; signIn: string; refresh: string; session: "kept" | "ended" }[] = [
  {
    fault: { kind: "offline" },
    signIn: "network-request-failed",
    refresh: "network-request-failed",
    session: "kept",
  },
  { fault: { kind: "hang" }, signIn: "timeout", refresh: "timeout", session: "kept" },
  { fault: { kind: "latency", ms: 2000 }, signIn: "success", refresh: "success", session: "kept" },
  { fault: { kind: "latency", ms: 40_000 }, signIn: "timeout", refresh: "timeout", session: "kept" },
  {
    fault: { kind: "cut" },
    signIn: "network-request-failed",
    refresh: "network-request-failed",
    session: "kept",
  },
  {
    fault: { kind: "status", status: 429 },
    signIn: "quota-exceeded",
    refresh: "quota-exceeded",
    session: "kept",
  },
  {
    fault: { kind: "status", status: 500 },
    signIn: "internal-error",
    refresh: "internal-error",
    session: "kept",
  },
  {
    fault: { kind: "status", status: 503 },
    signIn: "internal-error",
    refresh: "internal-error",
    session: "kept",
  },
  {
    fault: { kind: "html" },
    signIn: "internal-error",
    refresh: "internal-error",
    session: "kept",
  },
  {
    fault: { kind: "malformed-json" },
    signIn: "internal-error",
    refresh: "internal-error",
    session: "kept",
  },
  {
    fault: { kind: "cors" },
    signIn: "network-request-failed",
    refresh: "network-request-failed",
    session: "kept",
  },
  {
    fault: { kind: "error", word: "UNSUPPORTED_PASSTHROUGH_OPERATION" },
    signIn: "unknown",
    refresh: "unknown",
    session: "kept",
  },
  {
    fault: { kind: "error", word: "USER_DISABLED" },
    signIn: "user-disabled",
    refresh: "user-disabled",
    session: "ended",
  },
  {
    fault: { kind: "error", word: "TOKEN_EXPIRED" },
    signIn: "user-token-expired",
    refresh: "user-token-expired",
    session: "ended",
  },
];

describe("our client under each failure script", () => {
  test.each(table)(
    "a sign-in of the identity client under the failure $fault ends with $signIn",
    async ({ fault, signIn }) => {
      const credential = await customer();
      services.failures.add({ endpoint: "accounts:signInWithPassword", fault });
      expect(await outcomeOf(signInWithPassword(client, credential))).toBe(signIn);
    },
  );

  test.each(table)(
    "under the failure $fault, a refresh of the identity client ends with $refresh, and the session is $session",
    async ({ fault, refresh, session }) => {
      const credential = await customer();
      expect(await outcomeOf(signInWithPassword(client, credential))).toBe("success");
      services.failures.add({ endpoint: "token", fault });
      services.clock.advance(HOUR_MS);
      expect(await outcomeOf(getIdToken(client))).toBe(refresh);
      expect(client.getState().status).toBe(session === "kept" ? "signed-in" : "signed-out");
    },
  );

  test("a session that the identity client kept through a failed refresh works after the failure", async () => {
    const credential = await customer();
    await outcomeOf(signInWithPassword(client, credential));
    services.failures.add({ endpoint: "token", times: 1, fault: { kind: "status", status: 503 } });
    services.clock.advance(HOUR_MS);
    expect(await outcomeOf(getIdToken(client))).toBe("internal-error");
    expect(client.getState()).toMatchObject({ status: "signed-in", connection: "reconnecting" });
    services.clock.advance(60_000);
    client.retryNow();
    expect(await outcomeOf(getIdToken(client))).toBe("success");
    expect(client.getState()).toMatchObject({ connection: "online" });
  });
});
