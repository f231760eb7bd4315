import { beforeEach, expect, test, vi } from "vitest";
import { createLocalServices } from "../../../../mocks/local-services.ts";
import type { IdentityClientOptions } from "../../src/client/client-parts.ts";
import { memoryPersistence } from "../../src/persistence/persistence.ts";
import { hear, identity, learnSecrets } from "./secrets.ts";

/** The origin of Google's emulator, in the lab. */
const EMULATOR = process.env["AUTH_EMULATOR"];
const ORIGIN = EMULATOR ?? "http://localhost:4100";
const PROJECT = "demo-project";

const learnFromText = (text: string): void => {
  if (text.startsWith("{")) learnSecrets(JSON.parse(text));
  else learnSecrets(Object.fromEntries(new URLSearchParams(text)));
};

/** A test that needs more of the server than Google's emulator has: its clock, its rules, its authenticator app. */
export const localTest = test.skipIf(EMULATOR !== undefined);

type Send = (request: Request) => Promise<Response | undefined>;
type Listed = { requestType: string; oobCode: string; oobLink: string; phoneNumber: string; code: string };

/** The endpoints of Google's emulator, which the local services have too. */
const serverOf = (send: Send) => {
  const call = async (method: string, path: string, fields?: object) => {
    const headers = { authorization: "Bearer owner", "content-type": "application/json" };
    const body = fields && { body: JSON.stringify(fields) };
    const response = await send(new Request(`${ORIGIN}${path}`, { method, headers, ...body }));
    return response?.json();
  };
  const emulator = `/emulator/v1/projects/${PROJECT}`;
  const api = "/identitytoolkit.googleapis.com";
  const newest = async (list: string, isWanted: (sent: Listed) => boolean): Promise<Listed> => {
    const found = (await call("GET", `${emulator}/${list}`))[list].findLast(isWanted);
    if (!found) throw new Error(`${list} has no such code`);
    return found;
  };
  const protectAddresses = (isOn: boolean) =>
    call("PATCH", `${emulator}/config`, { emailPrivacyConfig: { enableImprovedEmailPrivacy: isOn } });
  return {
    protectAddresses,
    disable: (localId: string) =>
      call("POST", `${api}/v1/projects/${PROJECT}/accounts:update`, { localId, disableUser: true }),
    delete: (localId: string) => call("POST", `${api}/v1/projects/${PROJECT}/accounts:delete`, { localId }),
    /** The newest mail of a type. */
    mailed: (type: string) => newest("oobCodes", ({ requestType }) => requestType === type),
    /** The code of the newest text message to a number. */
    texted: async (number: string) =>
      (await newest("verificationCodes", ({ phoneNumber }) => phoneNumber === number)).code,
    /** Removes all accounts and settings. */
    reset: async () => {
      await call("DELETE", `${emulator}/accounts`);
      await call("PATCH", `${emulator}/config`, {});
    },
  };
};

if (EMULATOR !== undefined) beforeEach(serverOf(fetch).reset);

/**
 * A client against the local services, which implement Google's rules, or in the lab against Google's emulator.
 * Records the secrets on the wire.
 */
export function createLocal(options: Partial<IdentityClientOptions> = {}) {
  const services = createLocalServices({ seed: 1, origin: ORIGIN });
  const send: Send = EMULATOR === undefined ? services.handle : fetch;
  const paths: string[] = [];
  const fetchLocal: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    paths.push(new URL(request.url).pathname.split("/").slice(2).join("/"));
    learnFromText(await request.clone().text());
    const response = await send(request);
    if (!response || response.type === "error") throw new TypeError("Failed to fetch");
    learnFromText(await response.clone().text());
    return response;
  };
  /** Another client of the same server. */
  const open = () => {
    const client = identity.createIdentityClient({
      apiKey: "local-example-key",
      projectId: services.projectId,
      identityToolkitUrl: `${ORIGIN}/identitytoolkit.googleapis.com`,
      secureTokenUrl: `${ORIGIN}/securetoken.googleapis.com`,
      callbackUrl: "http://localhost/oauth/callback",
      persistence: memoryPersistence(),
      fetch: fetchLocal,
      ...(EMULATOR === undefined && { now: () => services.clock.now() }),
      ...options,
    });
    client.onEvent(hear);
    return client;
  };
  return { services, server: serverOf(send), client: open(), open, paths };
}

export const verifier = { verify: async () => "human" };
export const ada = { email: "ada@example.com", password: "correct horse" };

/** A provider's response that the server accepts. */
export const providerToken = (sub: string, claims: object = {}): string =>
  JSON.stringify({ sub, email: `${sub}@gmail.example`, email_verified: true, ...claims });

export const until = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 5 });

/** A client whose user has just signed up, after the background lookup. */
export async function signedUp(options: Partial<IdentityClientOptions> = {}) {
  const local = createLocal(options);
  const user = await identity.signUp(local.client, ada);
  await until(() =>
    expect(local.client.getState()).toMatchObject({ user: { createdAt: expect.any(Number) } }),
  );
  local.paths.length = 0;
  return { ...local, user };
}
