import { expect, test } from "vitest";
import * as compat from "../../src/compat/index.ts";
import { EMAIL, open } from "./world.ts";

/** A mailed sign-in link of the local services. */
async function mailed({ auth, services }: ReturnType<typeof open>): Promise<string> {
  await compat.sendSignInLinkToEmail(auth, EMAIL, { url: "http://localhost/", handleCodeInApp: true });
  return services.outbox.latest(EMAIL, "EMAIL_SIGNIN").actionLink ?? "";
}

const around = (link: string) => `https://app.page.link/?link=${encodeURIComponent(link)}`;

test("a mailed sign-in link signs the user in, even if it is wrapped in another link", async () => {
  const world = open();
  const link = await mailed(world);
  expect(compat.isSignInWithEmailLink(world.auth, link)).toBe(true);
  expect(compat.isSignInWithEmailLink(world.auth, around(link))).toBe(true);
  const { user } = await compat.signInWithEmailLink(world.auth, EMAIL, around(link));
  expect(user).toMatchObject({ email: EMAIL, emailVerified: true });
});

test("a credential made from a mailed sign-in link signs the user in", async () => {
  const world = open();
  const credential = compat.EmailAuthProvider.credentialWithLink(EMAIL, await mailed(world));
  const { user } = await compat.signInWithCredential(world.auth, credential);
  expect(user.email).toBe(EMAIL);
});

test("signInWithEmailLink rejects an address that is not a sign-in link, without a request", async () => {
  const { auth, requests } = open();
  const address = "https://app.example.com/?mode=signIn";
  expect(compat.isSignInWithEmailLink(auth, address)).toBe(false);
  await expect(compat.signInWithEmailLink(auth, EMAIL, address)).rejects.toMatchObject({
    code: "auth/argument-error",
    customData: { appName: auth.name },
  });
  expect(requests).toEqual([]);
});

test("signInWithEmailLink rejects a link of another tenant, without a request", async () => {
  const { auth, requests } = open();
  const link = "https://a.example/?mode=signIn&apiKey=key&oobCode=code&tenantId=another";
  await expect(compat.signInWithEmailLink(auth, EMAIL, link)).rejects.toMatchObject({
    code: "auth/tenant-id-mismatch",
  });
  expect(requests).toEqual([]);
});
