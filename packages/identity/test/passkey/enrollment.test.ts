import { describe, expect, test } from "vitest";
import { errorClass } from "../../src/errors/error-class.ts";
import { ada } from "../support/local.ts";
import { enrolled, withAuthenticator } from "../support/passkeys.ts";
import { identity, passkey } from "../support/secrets.ts";

describe("enrollment", () => {
  test("passkey enrollment adds a passkey to the account and keeps the session", async () => {
    const { client, authenticator } = await withAuthenticator();
    const user = await passkey.enrollPasskey(client, { name: "Laptop" });
    expect(user.passkeys).toMatchObject([
      { name: "Laptop", rpId: "localhost", credentialId: authenticator.passkeys[0]?.id },
    ]);
    expect(client.getState()).toMatchObject({ status: "signed-in", user: { email: ada.email } });
  });

  test("passkey enrollment requests a discoverable passkey even if the server's options do not ask for one", async () => {
    const { client, authenticator } = await withAuthenticator();
    await passkey.enrollPasskey(client, { name: "Laptop" });
    expect(authenticator.asked[0]?.publicKey).toMatchObject({
      authenticatorSelection: { residentKey: "required" },
      user: { name: ada.email },
    });
  });

  test("passkey enrollment refuses a device that already has a passkey", async () => {
    const { client, authenticator } = await withAuthenticator();
    await passkey.enrollPasskey(client, { name: "Laptop" });
    await expect(passkey.enrollPasskey(client, { name: "Again" })).rejects.toMatchObject({
      code: "passkey-exists",
    });
    expect(authenticator.passkeys).toHaveLength(1);
  });

  test("passkey enrollment changes nothing when the prompt is canceled", async () => {
    const { client, authenticator, paths } = await withAuthenticator();
    const before = client.getState();
    authenticator.screws.refusal = "NotAllowedError";
    await expect(passkey.enrollPasskey(client, { name: "Laptop" })).rejects.toMatchObject({
      code: "passkey-canceled",
    });
    expect(client.getState()).toEqual(before);
    expect(paths.filter((path) => path.includes("finalize"))).toEqual([]);
  });

  test("passkey enrollment tells the authenticator to remove a passkey that the server refuses", async () => {
    const { client, services, authenticator } = await withAuthenticator();
    services.identity.settings.passkeys.expectedOrigins = ["https://elsewhere.example"];
    await expect(passkey.enrollPasskey(client, { name: "Laptop" })).rejects.toMatchObject({
      code: "invalid-authenticator-response",
      detail: "ORIGIN_MISMATCH",
    });
    expect(authenticator.signals).toEqual([
      {
        name: "unknown",
        details: { rpId: "localhost", credentialId: authenticator.passkeys[0]?.id },
      },
    ]);
  });

  test("passkey enrollment reports an unsaved passkey when the network fails during the prompt", async () => {
    const { client, services, authenticator } = await withAuthenticator();
    services.failures.add({ endpoint: "passkeyEnrollment:finalize", fault: { kind: "offline" } });
    services.failures.add({ endpoint: "accounts:lookup", fault: { kind: "offline" } });
    await expect(passkey.enrollPasskey(client, { name: "Laptop" })).rejects.toMatchObject({
      code: "passkey-not-saved",
      cause: { code: "network-request-failed" },
    });
    // The server may have saved it, so only a definite refusal is signaled.
    expect(authenticator.signals).toEqual([]);
    services.failures.clear();
    const user = await passkey.enrollPasskey(client, { name: "Laptop" });
    expect(user.passkeys).toHaveLength(1);
    expect(authenticator.passkeys).toHaveLength(1);
  });

  test("passkey enrollment succeeds when only the server's response was lost", async () => {
    const { client, services } = await withAuthenticator();
    services.failures.add({
      endpoint: "passkeyEnrollment:finalize",
      phase: "after",
      fault: { kind: "offline" },
    });
    const user = await passkey.enrollPasskey(client, { name: "Laptop" });
    expect(user.passkeys).toMatchObject([{ name: "Laptop" }]);
  });
});

describe("removal", () => {
  test("removePasskey removes the passkey from the user, the server and the authenticator", async () => {
    const { client, authenticator } = await enrolled();
    await identity.signInWithPassword(client, ada);
    const { passkeys } = await identity.reload(client);
    const id = passkeys[0]?.credentialId ?? "";
    authenticator.signals.length = 0;
    const user = await passkey.removePasskey(client, id);
    expect(user.passkeys).toEqual([]);
    expect(authenticator.signals).toEqual([
      { name: "unknown", details: { rpId: "localhost", credentialId: id } },
    ]);
    await identity.signOut(client);
    await expect(passkey.signInWithPasskey(client)).rejects.toMatchObject({
      code: "passkey-credential-not-found",
    });
  });

  test("removePasskey reports only the removed passkey to the authenticator, although its lookup fails", async () => {
    const { client, services, authenticator } = await enrolled();
    await identity.signInWithPassword(client, ada);
    const { passkeys } = await identity.reload(client);
    const id = passkeys[0]?.credentialId ?? "";
    authenticator.signals.length = 0;
    services.failures.add({ endpoint: "accounts:lookup", fault: { kind: "offline" } });
    await passkey.removePasskey(client, id).catch(() => undefined);
    expect(authenticator.signals).toMatchObject([{ name: "unknown", details: { credentialId: id } }]);
  });

  test("removePasskey needs a recent sign-in", async () => {
    const { client, services } = await enrolled();
    await identity.signInWithPassword(client, ada);
    const { passkeys } = await identity.reload(client);
    services.clock.advance(600_000);
    await expect(passkey.removePasskey(client, passkeys[0]?.credentialId ?? "")).rejects.toMatchObject({
      code: "requires-recent-login",
    });
  });

  test("removePasskey rejects for a passkey that the account does not have", async () => {
    const { client } = await withAuthenticator();
    await expect(passkey.removePasskey(client, "AAAA")).rejects.toMatchObject({
      code: "passkey-enrollment-not-found",
    });
  });
});

test("passkey enrollment and sign-in accept both spellings of the server's wire format", async () => {
  const { client, services, authenticator } = await withAuthenticator();
  services.identity.settings.passkeys.wireFormat = "published";
  await passkey.enrollPasskey(client, { name: "Laptop" });
  expect(authenticator.asked[0]?.publicKey).toMatchObject({
    pubKeyCredParams: [
      { type: "public-key", alg: -7 },
      { type: "public-key", alg: -257 },
    ],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await identity.signOut(client);
  await passkey.signInWithPasskey(client);
  await expect(passkey.enrollPasskey(client, { name: "Again" })).rejects.toMatchObject({
    code: "passkey-exists",
  });
});

test("an authenticator that cannot meet a passkey's constraints causes an error that a retry cannot fix", async () => {
  const { client, authenticator } = await withAuthenticator();
  authenticator.screws.refusal = "ConstraintError";
  const error = await passkey.enrollPasskey(client, { name: "Laptop" }).catch((error: unknown) => error);
  expect(error).toMatchObject({ code: "operation-not-supported-in-this-environment" });
  expect(errorClass("operation-not-supported-in-this-environment")).toBe("caller");
});
