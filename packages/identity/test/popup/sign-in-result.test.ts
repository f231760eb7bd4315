import { expect, test } from "vitest";
import type { Call } from "../support/browser.ts";
import { google } from "../support/google.ts";
import { CALLBACK, STATE, setUpPopup, withProvider } from "../support/popups.ts";
import { identity } from "../support/secrets.ts";

const profile = { login: "alice", id: 7 };
const idp = {
  providerId: "github.com",
  isNewUser: true,
  rawUserInfo: JSON.stringify(profile),
  screenName: "alice",
  oauthAccessToken: "gh-access-s3cr3t",
  oauthIdToken: "gh-id-s3cr3t",
};
const answering = (fields: object) =>
  withProvider((call: Call) => ({ body: { ...(google()(call) as { body: object }).body, ...fields } }));

async function resultWith(fields: object) {
  const popup = setUpPopup();
  popup.browser.answerWith(answering(fields));
  const outcome = await popup.opened("github.com");
  await popup.answer();
  return { ...popup, result: outcome.result };
}

test("a popup returns whether the account is new, the provider's tokens and the provider's profile", async () => {
  const { result } = await resultWith(idp);
  expect(result).toMatchObject({
    user: { uid: "alice" },
    isNewUser: true,
    profile,
    username: "alice",
    tokens: { providerId: "github.com", accessToken: "gh-access-s3cr3t", idToken: "gh-id-s3cr3t" },
  });
});

test("the provider's tokens in a sign-in result make a credential", async () => {
  const { result, client, browser } = await resultWith(idp);
  if (!result?.tokens) throw new Error("the popup returned no tokens");
  await identity.signInWithCredential(client, identity.providerCredential(result.tokens));
  const { body } = browser.calls.findLast(({ path }) => path.endsWith("signInWithIdp")) ?? {};
  expect(body?.["postBody"]).toContain("access_token=gh-access-s3cr3t");
});

test.each([undefined, "not JSON", "5", "null"])(
  "a sign-in result with the rawUserInfo %s has an empty profile",
  async (rawUserInfo) => {
    const { result } = await resultWith({ ...idp, rawUserInfo, isNewUser: undefined });
    expect(result).toMatchObject({ isNewUser: false, profile: {} });
  },
);

test("a popup sends Google the response that the provider posted to the callback page", async () => {
  const { opened, answer, body } = setUpPopup();
  const outcome = await opened("apple.com");
  await answer(undefined, CALLBACK, `code=c0de-s3cr3t&state=${STATE}`);
  expect(outcome.user).toMatchObject({ uid: "alice" });
  expect(body("signInWithIdp")).toMatchObject({
    requestUri: CALLBACK,
    postBody: `code=c0de-s3cr3t&state=${STATE}`,
  });
});

test("a sign-in that the user declines at Apple rejects with user-cancelled, without a request", async () => {
  const { opened, answer, body } = setUpPopup();
  const outcome = await opened("apple.com");
  await answer(undefined, CALLBACK, `error=user_cancelled_authorize&state=${STATE}`);
  expect(outcome.error).toMatchObject({ code: "user-cancelled" });
  expect(body("signInWithIdp")).toBeUndefined();
});
