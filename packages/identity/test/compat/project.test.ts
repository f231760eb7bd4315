import { expect, test } from "vitest";
import * as compat from "../../src/compat/index.ts";
import { open, signUp } from "./world.ts";

test("validatePassword tells which rules of the project a password meets", async () => {
  const { auth, services } = open();
  services.identity.settings.passwordPolicy = {
    ...services.identity.settings.passwordPolicy,
    enforcementState: "ENFORCE",
  };
  const status = await compat.validatePassword(auth, "short");
  expect(status).toMatchObject({
    isValid: false,
    meetsMinPasswordLength: false,
    passwordPolicy: { enforcementState: "ENFORCE", allowedNonAlphanumericCharacters: expect.any(String) },
  });
  expect(await compat.validatePassword(auth, "Long enough, 1 time!")).toMatchObject({ isValid: true });
});

test("revokeAccessToken sends the token with the user's ID token, and sends nothing while signed out", async () => {
  const { auth, requests } = open();
  await compat.revokeAccessToken(auth, "token-of-apple");
  expect(requests).toEqual([]);
  await signUp(auth);
  await compat.revokeAccessToken(auth, "token-of-apple");
  const [last] = requests.slice(-1);
  expect(await last?.json()).toMatchObject({
    providerId: "apple.com",
    tokenType: "ACCESS_TOKEN",
    token: "token-of-apple",
    idToken: await auth.currentUser?.getIdToken(),
  });
});

test("initializeRecaptchaConfig rejects and names the option that replaces it", async () => {
  const { auth } = open();
  await expect(compat.initializeRecaptchaConfig(auth)).rejects.toThrow(/recaptchaEnterprise.*not-supported/);
});
