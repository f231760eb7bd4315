import { expect, test } from "vitest";
import { enrolled } from "../support/passkeys.ts";
import { identity, passkey } from "../support/secrets.ts";

test("a user enrolls a passkey, signs in with it, and removes it", async () => {
  const { client, user } = await enrolled();
  expect(user.passkeys).toMatchObject([{ name: "Laptop" }]);
  await passkey.signInWithPasskey(client);
  expect(await identity.getIdTokenClaims(client)).toMatchObject({
    firebase: { sign_in_provider: "passkey" },
  });
  const left = await passkey.removePasskey(client, user.passkeys[0]?.credentialId ?? "");
  expect(left.passkeys).toEqual([]);
});
