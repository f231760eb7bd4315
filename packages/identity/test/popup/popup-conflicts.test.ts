import { describe, expect, test } from "vitest";
import { refusal } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { google } from "../support/google.ts";
import { setUpPopup, withProvider } from "../support/popups.ts";
import { identity } from "../support/secrets.ts";
import { idToken, refreshToken } from "../support/tokens.ts";

describe("a collision in a popup's response", () => {
  const conflict = {
    providerId: "github.com",
    email: "alice@example.com",
    oauthAccessToken: "github-s3cr3t-token",
    needConfirmation: true,
    verifiedProvider: ["password"],
  };

  test("the error of a collision in a popup keeps the provider's credential, which can be linked after another sign-in", async () => {
    const { opened, answer, browser, client } = setUpPopup();
    browser.answerWith(
      withProvider(({ body }) =>
        body["idToken"]
          ? {
              body: {
                idToken: idToken(),
                refreshToken: refreshToken(),
                expiresIn: "3600",
                providerId: "github.com",
              },
            }
          : { body: conflict },
      ),
    );
    const outcome = await opened("github.com");
    await answer();
    expect(outcome.error).toMatchObject({ code: "account-exists-with-different-credential" });
    const { error } = outcome;
    const credential = error && identity.credentialFromError(error);
    expect(credential).toMatchObject({ providerId: "github.com", email: "alice@example.com" });
    expect(JSON.stringify(credential)).not.toContain("s3cr3t");
    if (!credential) return;
    await identity.signInWithPassword(client, { email: "alice@example.com", password: "correct-horse" });
    await identity.linkWithCredential(client, credential);
    const linked = browser.calls.filter(({ path }) => path.endsWith("signInWithIdp")).at(-1)?.body;
    expect(String(linked?.["postBody"])).toContain("access_token=github-s3cr3t-token");
    expect(linked?.["idToken"]).toEqual(expect.any(String));
  });

  test.each([
    ["FEDERATED_USER_ID_ALREADY_LINKED", "credential-already-in-use"],
    ["EMAIL_EXISTS", "email-already-in-use"],
  ])(
    "a popup whose 200 response has the error message %s rejects with %s and a credential",
    async (errorMessage, code) => {
      const { opened, answer, browser } = setUpPopup();
      browser.answerWith(
        withProvider(() => ({ body: { ...conflict, needConfirmation: undefined, errorMessage } })),
      );
      const outcome = await opened("github.com");
      await answer();
      expect(outcome.error).toMatchObject({ code, serverCode: errorMessage });
      expect(outcome.error && identity.credentialFromError(outcome.error)).toBeDefined();
    },
  );

  test("a second factor completes a sign-in that began in a popup", async () => {
    const { opened, answer, browser, client } = setUpPopup();
    browser.answerWith((call) =>
      call.path.endsWith("mfaSignIn:finalize")
        ? { body: { idToken: idToken(), refreshToken: refreshToken() } }
        : withProvider(() => ({
            body: {
              mfaPendingCredential: "pending-s3cr3t",
              mfaInfo: [{ mfaEnrollmentId: "factor", totpInfo: {}, displayName: "App" }],
            },
          }))(call),
    );
    const outcome = await opened();
    await answer();
    expect(outcome.error).toMatchObject({ code: "multi-factor-auth-required" });
    if (!outcome.error) return;
    const resolver = identity.getMultiFactorResolver(client, outcome.error);
    expect(resolver.hints).toMatchObject([{ uid: "factor", factorId: "totp", displayName: "App" }]);
    const [hint] = resolver.hints;
    if (hint) await resolver.resolveWithTotp(hint, "123456");
    expect(client.getState()).toMatchObject({ status: "signed-in" });
  });
});

describe("a popup for the signed-in user", () => {
  const signedIn = async (idp: Parameters<typeof withProvider>[0]) => {
    const world = setUpPopup();
    world.browser.answerWith(withProvider(idp));
    await identity.signUp(world.client, { email: "alice@example.com", password: "correct-horse" });
    await settle();
    return world;
  };

  test("linkWithPopup links the provider to the account of the signed-in user", async () => {
    const { client, answer, body } = await signedIn(google());
    const linked = identity.linkWithPopup(client, "google.com");
    await settle();
    await answer();
    await expect(linked).resolves.toMatchObject({ user: { uid: "alice" } });
    expect(body("signInWithIdp")).toMatchObject({ idToken: expect.any(String) });
  });

  test("reauthenticateWithPopup creates no account and refuses another user", async () => {
    const bob = { idToken: idToken({ sub: "bob" }), refreshToken: refreshToken("bob"), expiresIn: "3600" };
    const { client, answer, body } = await signedIn(() => ({ body: bob }));
    const proved = identity.reauthenticateWithPopup(client, "google.com").catch((error) => error);
    await settle();
    await answer();
    expect(await proved).toMatchObject({ code: "user-mismatch" });
    expect(body("signInWithIdp")).toMatchObject({ autoCreate: false });
    expect(client.getState()).toMatchObject({ status: "signed-in", user: { uid: "alice" } });
  });

  test("reauthenticateWithPopup rejects with user-mismatch for a missing account, and ends no session", async () => {
    const { client, answer } = await signedIn(() => refusal("USER_NOT_FOUND"));
    const proved = identity.reauthenticateWithPopup(client, "google.com").catch((error) => error);
    await settle();
    await answer();
    expect(await proved).toMatchObject({ code: "user-mismatch" });
    expect(client.getState()).toMatchObject({ status: "signed-in" });
  });

  test("linkWithPopup rejects without opening a window if no user is signed in", async () => {
    const { client, popups } = setUpPopup();
    await settle();
    await expect(identity.linkWithPopup(client, "google.com")).rejects.toMatchObject({ code: "signed-out" });
    expect(popups.opened).toEqual([]);
  });
});
