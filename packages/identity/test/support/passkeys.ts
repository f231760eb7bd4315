import { expect } from "vitest";
import type { IdentityClientOptions } from "../../src/client/client-parts.ts";
import { createAuthenticator } from "./authenticator.ts";
import { ada, createLocal, until } from "./local.ts";
import { identity, passkey } from "./secrets.ts";

/** A signed-in user whose browser has an authenticator. */
export async function withAuthenticator(options: Partial<IdentityClientOptions> = {}) {
  const authenticator = createAuthenticator();
  const local = createLocal({ ...authenticator.platform, ...options });
  await identity.signUp(local.client, ada);
  await until(() =>
    expect(local.client.getState()).toMatchObject({ user: { createdAt: expect.any(Number) } }),
  );
  return { ...local, authenticator };
}

/** A user with a passkey, signed out. */
export async function enrolled(options: Partial<IdentityClientOptions> = {}) {
  const local = await withAuthenticator(options);
  const user = await passkey.enrollPasskey(local.client, { name: "Laptop" });
  await identity.signOut(local.client);
  local.authenticator.asked.length = 0;
  local.paths.length = 0;
  return { ...local, user };
}
