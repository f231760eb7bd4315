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

/** The outcome of a sign-in and of a refresh under a failure. Only a definite refusal ends the session. */
const OUTCOMES: [fault: Fault, outcome: string, isDefinite?: true][] = [
  [{ kind: "offline" }, "network-request-failed"],
  [{ kind: "hang" }, "timeout"],
  [{ kind: "latency", ms: 2000 }, "success"],
  [{ kind: "latency", ms: 40_000 }, "timeout"],
  [{ kind: "cut" }, "network-request-failed"],
  [{ kind: "status", status: 429 }, "quota-exceeded"],
  [{ kind: "status", status: 500 }, "internal-error"],
  [{ kind: "status", status: 503 }, "internal-error"],
  [{ kind: "html" }, "internal-error"],
  [{ kind: "malformed-json" }, "internal-error"],
  [{ kind: "cors" }, "network-request-failed"],
  [{ kind: "error", word: "UNSUPPORTED_PASSTHROUGH_OPERATION" }, "unknown"],
  [{ kind: "error", word: "USER_DISABLED" }, "user-disabled", true],
  [{ kind: "error", word: "TOKEN_EXPIRED" }, "user-token-expired", true],
];

describe("our client under each failure script", () => {
  test.each(OUTCOMES)(
    "under the failure %o, a sign-in and a refresh end with %s, and only a definite refusal ends the session",
    async (fault, outcome, isDefinite) => {
      const credential = await customer();
      const script = services.failures.add({ endpoint: "accounts:signInWithPassword", fault });
      expect(await outcomeOf(signInWithPassword(client, credential))).toBe(outcome);
      services.failures.remove(script.id);
      expect(await outcomeOf(signInWithPassword(client, credential))).toBe("success");
      services.failures.add({ endpoint: "token", fault });
      services.clock.advance(HOUR_MS);
      expect(await outcomeOf(getIdToken(client))).toBe(outcome);
      expect(client.getState().status).toBe(isDefinite ? "signed-out" : "signed-in");
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
