import { beforeEach, expect, test } from "vitest";
import { createLocalServices } from "../../../../mocks/local-services.ts";
import * as identity from "../../../../packages/identity/src/index.ts";
import * as passkey from "../../../../packages/identity/src/passkey/index.ts";
import { createAuthenticator } from "../../../../packages/identity/test/support/authenticator.ts";
import { connect, emulator, newPerson } from "./emulator.ts";

beforeEach(emulator.reset);

type Exchange = { method: string; request: string[]; response: string[] };

/** The paths of all fields. For a list, the paths in its first item. */
const shapeOf = (value: unknown, place = ""): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value)
        .filter(([key]) => !Array.isArray(value) || key === "0")
        .flatMap(([key, inner]) => shapeOf(inner, `${place}/${key}`))
    : [place];

/** Enrolls, signs in and removes, recording the traffic. */
async function course(options: Partial<identity.IdentityClientOptions>, origin: string) {
  const exchanges: Exchange[] = [];
  const { platform } = createAuthenticator({ origin });
  const send = options.fetch ?? fetch;
  const client = connect({
    ...options,
    ...platform,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const [, method = ""] = /(passkey\w+:\w+)/.exec(request.url) ?? [];
      const sent: unknown = method ? await request.clone().json() : undefined;
      const response = await send(request);
      if (method)
        exchanges.push({ method, request: shapeOf(sent), response: shapeOf(await response.clone().json()) });
      return response;
    },
  });
  await identity.signUp(client, newPerson());
  const { passkeys } = await passkey.enrollPasskey(client, { name: "Laptop" });
  await identity.signOut(client);
  await passkey.signInWithPasskey(client);
  const left = await passkey.removePasskey(client, passkeys[0]?.credentialId ?? "");
  return { exchanges, passkeys, left, claims: await identity.getIdTokenClaims(client) };
}

test("the client enrolls a passkey, signs in with it, lists it and removes it", async () => {
  const { passkeys, left, claims } = await course({}, "http://localhost");
  expect(passkeys).toMatchObject([{ name: "Laptop" }]);
  expect(left.passkeys).toEqual([]);
  expect(claims.firebase.sign_in_provider).toBe("passkey");
});

test("the emulator's passkey requests and responses have the same shape as those of the local services", async () => {
  const google = await course({}, "http://localhost");
  const services = createLocalServices();
  const local = await course(
    { fetch: async (input, init) => (await services.handle(new Request(input, init))) ?? Response.error() },
    "http://localhost",
  );
  expect(google.exchanges.map(({ method }) => method)).toEqual(local.exchanges.map(({ method }) => method));
  for (const [index, { request, response }] of google.exchanges.entries()) {
    expect(local.exchanges[index]?.request).toEqual(request);
    // Ours also require a discoverable passkey, user verification and a time limit.
    expect(local.exchanges[index]?.response).toEqual(expect.arrayContaining(response));
  }
});
