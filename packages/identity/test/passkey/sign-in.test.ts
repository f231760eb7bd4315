import { describe, expect, test } from "vitest";
import { createAuthenticator } from "../support/authenticator.ts";
import { createClock } from "../support/clock.ts";
import { ada, createLocal, until } from "../support/local.ts";
import { enrolled } from "../support/passkeys.ts";
import { identity, passkey } from "../support/secrets.ts";

describe("sign-in", () => {
  test("a passkey sign-in needs no email, and takes the session's lifetime from the ID token", async () => {
    const { client, services } = await enrolled();
    services.identity.settings.idTokenLifetimeS = 600;
    const user = await passkey.signInWithPasskey(client);
    expect(user.email).toBe(ada.email);
    expect(await identity.getIdTokenClaims(client)).toMatchObject({
      firebase: { sign_in_provider: "passkey" },
    });
    services.clock.advance(599_000);
    const { exp } = await identity.getIdTokenClaims(client);
    // With a longer assumed lifetime, the client would return the first token, which expires in a second.
    expect(exp * 1000).toBeGreaterThan(services.clock.now() + 500_000);
  });

  test.each([
    ["NotAllowedError", "passkey-canceled"],
    ["AbortError", "passkey-aborted"],
    ["SecurityError", "passkey-invalid-address"],
    ["NotSupportedError", "operation-not-supported-in-this-environment"],
    ["DataError", "internal-error"],
  ])(
    "a passkey sign-in that the browser refuses with %s rejects with %s, and no session begins",
    async (name, code) => {
      const { client, authenticator } = await enrolled();
      authenticator.screws.refusal = name;
      await expect(passkey.signInWithPasskey(client)).rejects.toMatchObject({ code });
      expect(client.getState()).toEqual({ status: "signed-out" });
      expect(authenticator.signals).toEqual([]);
    },
  );

  test("a passkey prompt that timed out rejects with passkey-timed-out instead of passkey-canceled", async () => {
    const { client, services, authenticator } = await enrolled();
    const { get } = authenticator.platform.credentials;
    authenticator.platform.credentials.get = async (options) => {
      services.clock.advance(300_000);
      authenticator.screws.refusal = "NotAllowedError";
      return get(options);
    };
    await expect(passkey.signInWithPasskey(client)).rejects.toMatchObject({ code: "passkey-timed-out" });
  });

  test("an abort signal cancels a passkey sign-in", async () => {
    const { client, authenticator } = await enrolled();
    authenticator.screws.isSlow = true;
    const controller = new AbortController();
    const attempt = passkey.signInWithPasskey(client, { signal: controller.signal });
    await until(() => expect(authenticator.asked).toHaveLength(1));
    controller.abort();
    await expect(attempt).rejects.toMatchObject({ code: "passkey-aborted" });
  });

  test("a passkey prompt that ignores its abort ends after a second, and blocks no later sign-in", async () => {
    const timers = createClock();
    const { client, authenticator } = await enrolled({ setTimeout: timers.setTimeout });
    const { get } = authenticator.platform.credentials;
    authenticator.platform.credentials.get = async (options) => {
      authenticator.asked.push(options ?? {});
      return new Promise(() => {});
    };
    const controller = new AbortController();
    const canceled = passkey.signInWithPasskey(client, { signal: controller.signal });
    const aborted = expect(canceled).rejects.toMatchObject({ code: "passkey-aborted" });
    await until(() => expect(authenticator.asked).toHaveLength(1));
    controller.abort();
    await timers.advance(1000);
    await aborted;
    const replaced = passkey.signInWithPasskey(client);
    const replacedEnd = expect(replaced).rejects.toMatchObject({ code: "passkey-aborted" });
    await until(() => expect(authenticator.asked).toHaveLength(2));
    authenticator.platform.credentials.get = get;
    const last = passkey.signInWithPasskey(client);
    await timers.advance(1000);
    await replacedEnd;
    expect(await last).toMatchObject({ email: ada.email });
  });

  test("a passkey that a prompt returns after its abort signs nobody in", async () => {
    const { client, authenticator, paths } = await enrolled();
    const { get } = authenticator.platform.credentials;
    const controller = new AbortController();
    authenticator.platform.credentials.get = async ({ publicKey } = {}) => {
      controller.abort();
      return get(publicKey && { publicKey });
    };
    await expect(passkey.signInWithPasskey(client, { signal: controller.signal })).rejects.toMatchObject({
      code: "passkey-aborted",
    });
    expect(paths.filter((path) => path.includes("finalize"))).toEqual([]);
  });

  test("a passkey sign-in is refused if another user signed in while the prompt was open", async () => {
    const { client, authenticator, paths } = await enrolled();
    const { get } = authenticator.platform.credentials;
    authenticator.platform.credentials.get = async (options) => {
      await identity.signUp(client, { email: "bob@example.com", password: "correct horse" });
      return get(options);
    };
    await expect(passkey.signInWithPasskey(client)).rejects.toMatchObject({ code: "session-changed" });
    expect(client.getState()).toMatchObject({ user: { email: "bob@example.com" } });
    expect(paths.filter((path) => path.includes("finalize"))).toEqual([]);
  });

  test("a passkey sign-in is refused when the user has signed out before the response arrived", async () => {
    const { client, services } = await enrolled();
    services.failures.add({
      endpoint: "passkeySignIn:finalize",
      fault: { kind: "latency", ms: 30 },
    });
    const attempt = passkey.signInWithPasskey(client);
    const refused = expect(attempt).rejects.toMatchObject({ code: "session-changed" });
    await until(() =>
      expect(services.log.list().some(({ endpoint }) => endpoint === "passkeySignIn:start")).toBe(true),
    );
    await identity.signOut(client);
    await refused;
    expect(client.getState()).toEqual({ status: "signed-out" });
  });

  test("after a passkey sign-in, the client tells the authenticator the account's passkeys and user name", async () => {
    const { client, authenticator, user } = await enrolled();
    await passkey.signInWithPasskey(client);
    await until(() => expect(authenticator.signals).toHaveLength(2));
    const userId = Buffer.from(user.uid).toString("base64url");
    expect(authenticator.signals).toEqual([
      {
        name: "all accepted",
        details: {
          rpId: "localhost",
          userId,
          allAcceptedCredentialIds: [authenticator.passkeys[0]?.id],
        },
      },
      {
        name: "user details",
        details: { rpId: "localhost", userId, name: ada.email, displayName: ada.email },
      },
    ]);
  });

  test("if the server does not know the passkey of a sign-in, the client reports the unknown passkey to the authenticator", async () => {
    const { client, services, authenticator, user } = await enrolled();
    services.identity.remove(user.uid);
    await expect(passkey.signInWithPasskey(client)).rejects.toMatchObject({
      code: "passkey-credential-not-found",
    });
    expect(authenticator.signals).toMatchObject([{ name: "unknown" }]);
  });

  test("a passkey sign-in works in a browser without the passkey Signal API and without autofill", async () => {
    const { client, services, authenticator } = await enrolled();
    const bare = createLocal({ ...authenticator.platform, publicKey: {} });
    bare.services.restore(services.snapshot());
    await passkey.signInWithPasskey(bare.client);
    expect(bare.client.getState()).toMatchObject({ status: "signed-in" });
    passkey.startPasskeyAutofill(client, { onPick: () => undefined }).stop();
  });

  test.each([
    [{ credentials: undefined }, "operation-not-supported-in-this-environment"],
    [{ publicKey: undefined }, "operation-not-supported-in-this-environment"],
    [{ hostname: "127.0.0.1" }, "passkey-invalid-address"],
    [{ hostname: "[::1]" }, "passkey-invalid-address"],
  ])(
    "signInWithPasskey with the platform %o rejects without a request, with the code %s",
    async (platform, code) => {
      const { client, paths } = createLocal({ ...createAuthenticator().platform, ...platform });
      await expect(passkey.signInWithPasskey(client)).rejects.toMatchObject({ code });
      expect(paths).toEqual([]);
    },
  );

  test("a passkey sign-in asks for the second factor if the project requires one", async () => {
    const { client, services, user } = await enrolled();
    services.identity.settings.passkeys.secondFactor = true;
    services.identity.update(
      { localId: user.uid },
      { mfaInfo: [{ mfaEnrollmentId: "factor", totpInfo: {}, displayName: "App" }] },
    );
    const error = await passkey.signInWithPasskey(client).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "multi-factor-auth-required" });
    expect(identity.getMultiFactorResolver(client, error as never).hints).toMatchObject([
      { factorId: "totp" },
    ]);
  });

  test("re-authentication with a passkey allows a password change, and refuses the passkey of another account", async () => {
    const { client, services } = await enrolled();
    await identity.signInWithPassword(client, ada);
    services.clock.advance(3_000_000);
    await passkey.reauthenticateWithPasskey(client);
    await identity.updatePassword(client, "another horse");
    await identity.signUp(client, { email: "bob@example.com", password: "correct horse" });
    await expect(passkey.reauthenticateWithPasskey(client)).rejects.toMatchObject({ code: "user-mismatch" });
  });

  test("a passkey that another device has added survives a re-authentication whose lookup fails", async () => {
    const { client, services, authenticator, user } = await enrolled();
    await identity.signInWithPassword(client, ada);
    await identity.reload(client);
    const account = services.identity.account(user.uid);
    const added = { credentialId: "b3RoZXI", name: "Phone", rpId: "localhost" };
    services.identity.update(
      { localId: user.uid },
      { passkeyInfo: [...(account?.passkeyInfo ?? []), added] },
    );
    services.failures.add({ endpoint: "accounts:lookup", fault: { kind: "offline" } });
    await passkey.reauthenticateWithPasskey(client);
    const lists = authenticator.signals.filter(({ name }) => name === "all accepted");
    expect(lists).toEqual([]);
  });
});
