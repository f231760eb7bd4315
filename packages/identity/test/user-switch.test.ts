import { expect, test } from "vitest";
import { type Browser, createBrowser, credential, type Server, type Tab } from "./support/browser.ts";
import { settle } from "./support/clock.ts";
import { createGate } from "./support/gate.ts";
import { google } from "./support/google.ts";
import { identity } from "./support/secrets.ts";
import { session } from "./support/tokens.ts";

const subOf = (idToken: unknown): string =>
  JSON.parse(Buffer.from(String(idToken).split(".")[1] ?? "", "base64url").toString()).sub;

const profileOf = (sub: string) => ({
  body: { users: [{ localId: sub, providerUserInfo: [{ providerId: "google.com" }] }] },
});
const serverOf =
  (sub: string): Server =>
  (call) =>
    call.path.endsWith(":lookup") ? profileOf(sub) : google({ sub })(call);

/** Alice in two tabs. Her lookups are held until the test releases them. */
async function setUp() {
  const browser = createBrowser({ server: serverOf("alice"), stored: session() });
  const [one, two] = [browser.open(), browser.open()];
  await settle();
  const lookup = createGate();
  browser.answerWith(async (call) => {
    if (call.path.endsWith(":lookup")) await lookup.opened;
    return serverOf("alice")(call);
  });
  browser.calls.length = 0;
  return { browser, one, two, lookup };
}

const bobSignsIn = async (browser: Browser, { client }: Tab) => {
  browser.answerWith(serverOf("bob"));
  await identity.signInWithPassword(client, credential);
  await settle();
};

const changedBy = (browser: Browser, method: string) =>
  browser.calls.filter(({ path }) => path.endsWith(method)).map(({ body }) => subOf(body["idToken"]));

test("unlinking a provider stops if another user signs in between the steps of the call", async () => {
  const { browser, one, two, lookup } = await setUp();
  const unlinked = identity.unlink(one.client, "google.com").catch((error) => error);
  await settle();
  await bobSignsIn(browser, two);
  lookup.open();
  expect(await unlinked).toMatchObject({ code: "session-changed" });
  expect(changedBy(browser, ":update")).toEqual([]);
});

test("linking a provider stops if another user signs in between the steps of the call", async () => {
  const { browser, one, two, lookup } = await setUp();
  const github = identity.providerCredential({ providerId: "github.com", accessToken: "github-s3cr3t" });
  const linked = identity.linkWithCredential(one.client, github).catch((error) => error);
  await settle();
  await bobSignsIn(browser, two);
  lookup.open();
  expect(await linked).toMatchObject({ code: "session-changed" });
  expect(changedBy(browser, ":signInWithIdp")).toEqual([]);
});

test("a password changes only if the same user stays signed in until the re-authentication ends", async () => {
  const { browser, one, two, lookup } = await setUp();
  const changed = identity
    .reauthenticateWithPassword(one.client, credential)
    .then(() => identity.updatePassword(one.client, "another-horse"))
    .catch((error) => error);
  await settle();
  await bobSignsIn(browser, two);
  lookup.open();
  expect(await changed).toMatchObject({ code: "session-changed" });
  expect(changedBy(browser, ":update")).toEqual([]);
});

test("a provider is not linked if another user signs in while the call waits for another tab's exchange", async () => {
  const { browser, one, two } = await setUp();
  const exchange = createGate();
  browser.answerWith(async (call) => {
    if (call.path === "/v1/token") await exchange.opened;
    return serverOf("alice")(call);
  });
  const token = identity.getIdToken(two.client, { forceRefresh: true }).catch(() => undefined);
  await settle();
  const github = identity.providerCredential({ providerId: "github.com", accessToken: "github-s3cr3t" });
  const linked = identity.linkWithCredential(one.client, github).catch((error) => error);
  await settle();
  await bobSignsIn(browser, one);
  exchange.open();
  expect(await linked).toMatchObject({ code: "session-changed" });
  expect(changedBy(browser, ":signInWithIdp")).toEqual([]);
  await token;
});

test("a phone enrollment stops if another user signs in during the human check", async () => {
  const { browser, one, two } = await setUp();
  const check = createGate();
  const verify = () => check.opened.then(() => "captcha-s3cr3t");
  const started = identity
    .startPhoneEnrollment(one.client, "+15550001111", { verify })
    .catch((error) => error);
  await settle();
  await bobSignsIn(browser, two);
  check.open();
  expect(await started).toMatchObject({ code: "session-changed" });
  expect(changedBy(browser, "mfaEnrollment:start")).toEqual([]);
});

test("a client from forUser() never acts on another user's account", async () => {
  const { browser, one, two } = await setUp();
  const own = identity.forUser(one.client, "alice");
  await bobSignsIn(browser, two);
  browser.calls.length = 0;
  const calls = [
    () => identity.deleteUser(own),
    () => identity.updatePassword(own, "another-horse"),
    () => identity.updateProfile(own, { displayName: "Alice" }),
    () => identity.updateEmail(own, "alice@work.example"),
    () => identity.unlink(own, "google.com"),
    () => identity.sendEmailVerification(own),
    () => identity.reauthenticateWithPassword(own, credential),
    () => identity.getIdToken(own),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "session-changed" });
  expect(browser.calls).toEqual([]);
});
