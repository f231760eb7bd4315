import { expect, vi } from "vitest";
import { createLocalServices } from "../../../../mocks/local-services.ts";
import type { IdentityClientOptions } from "../../src/client/client-parts.ts";
import { memoryPersistence } from "../../src/persistence/persistence.ts";
import { hear, identity, learnSecrets } from "./secrets.ts";

const ORIGIN = "http://localhost:4100";

const learnFromText = (text: string): void => {
  if (text.startsWith("{")) learnSecrets(JSON.parse(text));
  else learnSecrets(Object.fromEntries(new URLSearchParams(text)));
};

/** A client against the local services, which implement Google's rules. Records the secrets on the wire. */
export function createLocal(options: Partial<IdentityClientOptions> = {}) {
  const services = createLocalServices({ seed: 1 });
  const paths: string[] = [];
  const fetchLocal: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    paths.push(new URL(request.url).pathname.split("/").slice(2).join("/"));
    learnFromText(await request.clone().text());
    const response = await services.handle(request);
    if (!response || response.type === "error") throw new TypeError("Failed to fetch");
    learnFromText(await response.clone().text());
    return response;
  };
  const client = identity.createIdentityClient({
    apiKey: "local-example-key",
    projectId: services.projectId,
    identityToolkitUrl: `${ORIGIN}/identitytoolkit.googleapis.com`,
    secureTokenUrl: `${ORIGIN}/securetoken.googleapis.com`,
    callbackUrl: "http://localhost/oauth/callback",
    persistence: memoryPersistence(),
    fetch: fetchLocal,
    now: () => services.clock.now(),
    ...options,
  });
  client.onEvent(hear);
  return { services, client, paths };
}

export const ada = { email: "ada@example.com", password: "correct horse" };

export const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 5 });

/** A client whose user has just signed up, after the background lookup. */
export async function signedUp() {
  const local = createLocal();
  const user = await identity.signUp(local.client, ada);
  await until(() =>
    expect(local.client.getState()).toMatchObject({ user: { createdAt: expect.any(Number) } }),
  );
  local.paths.length = 0;
  return { ...local, user };
}
