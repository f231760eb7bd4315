import { expect, test } from "vitest";
import { createBrowser, credential, KEY, refusal } from "./support/browser.ts";
import { settle } from "./support/clock.ts";
import { createGate } from "./support/gate.ts";
import { google } from "./support/google.ts";
import { identity } from "./support/secrets.ts";
import { session } from "./support/tokens.ts";

async function signedIn(user: object = {}) {
  const browser = createBrowser({ server: google() });
  const stored = session();
  browser.values.set(KEY, { version: 1, session: { ...stored, user: { ...stored.user, ...user } } });
  const tab = browser.open();
  await settle();
  return { browser, ...tab };
}

test("a changed email address counts as unverified until Google reports the address as verified", async () => {
  const { browser, client } = await signedIn();
  const answer = { localId: "alice", email: "alice@example.com", emailVerified: true };
  browser.answerWith(() => ({ body: { ...answer, displayName: "A" } }));
  await identity.updateProfile(client, { displayName: "A" });
  browser.answerWith(() => ({ body: { localId: "alice", email: "alice@example.com", displayName: "B" } }));
  await identity.updateProfile(client, { displayName: "B" });
  expect(client.getState()).toMatchObject({ user: { emailVerified: true } });
  browser.answerWith(() => ({ body: { localId: "alice", email: "new@example.com" } }));
  await identity.updateEmail(client, "new@example.com");
  expect(client.getState()).toMatchObject({ user: { email: "new@example.com", emailVerified: false } });
});

test("a lookup that began before a link does not hide the linked provider", async () => {
  const browser = createBrowser({ stored: session() });
  const providers = [{ providerId: "password" }];
  const first = createGate();
  let lookups = 0;
  browser.answerWith(async (call) => {
    if (call.path.endsWith(":signInWithIdp")) providers.push({ providerId: "github.com" });
    if (!call.path.endsWith(":lookup")) return google()(call);
    const body = { users: [{ localId: "alice", providerUserInfo: structuredClone(providers) }] };
    lookups += 1;
    if (lookups === 1) await first.opened;
    return { body };
  });
  const { client } = browser.open();
  await settle();
  const github = identity.providerCredential({ providerId: "github.com", accessToken: "github-s3cr3t" });
  await identity.linkWithCredential(client, github);
  first.open();
  await settle();
  expect(client.getState()).toMatchObject({
    user: { providerData: [{ providerId: "password" }, { providerId: "github.com" }] },
  });
});

test("a lookup by another tab that began before a profile change does not undo the change", async () => {
  const { browser, client } = await signedIn();
  const profile = { localId: "alice", email: "alice@example.com", displayName: "Old" };
  const first = createGate();
  let lookups = 0;
  browser.answerWith(async (call) => {
    if (call.path.endsWith(":update")) profile.displayName = "New";
    const body = { users: [{ ...profile }] };
    if (!call.path.endsWith(":lookup")) return { body: { ...profile } };
    lookups += 1;
    if (lookups === 1) await first.opened;
    return { body };
  });
  const other = browser.open();
  await settle();
  await identity.updateProfile(client, { displayName: "New" });
  await settle();
  first.open();
  await settle();
  for (const tab of [client, other.client])
    expect(tab.getState()).toMatchObject({ user: { displayName: "New" } });
});

test("two profile changes are both shown although their responses arrive in the wrong order", async () => {
  const { browser, client } = await signedIn();
  const profile: Record<string, unknown> = { localId: "alice", email: "alice@example.com" };
  const held: (() => void)[] = [];
  browser.answerWith((call) => {
    if (call.path.endsWith(":lookup")) return { body: { users: [{ ...profile }] } };
    const { displayName, photoUrl } = call.body;
    Object.assign(profile, displayName && { displayName }, photoUrl && { photoUrl });
    const body = { ...profile };
    return new Promise((resolve) => held.push(() => resolve({ body })));
  });
  const photoURL = "https://pictures.example/a.png";
  const first = identity.updateProfile(client, { displayName: "New" });
  await settle();
  const second = identity.updateProfile(client, { photoURL });
  await settle();
  for (const answer of held.reverse()) {
    answer();
    await settle();
  }
  await Promise.all([first, second]);
  expect(client.getState()).toMatchObject({ user: { displayName: "New", photoURL } });
});

test("a re-authentication rejects if the lookup after the re-authentication ends the session", async () => {
  const { browser, client } = await signedIn();
  browser.answerWith((call) =>
    call.path.endsWith("signInWithPassword") ? google()(call) : refusal("USER_DISABLED"),
  );
  await expect(identity.reauthenticateWithPassword(client, credential)).rejects.toMatchObject({
    code: "user-disabled",
  });
  expect(client.getState()).toMatchObject({ status: "signed-out", reason: "user-disabled" });
});

test("the client skips the write and the broadcast when the profile is unchanged", async () => {
  const { browser, client } = await signedIn();
  const told: unknown[] = [];
  browser.channel(KEY).addEventListener("message", ({ data }) => told.push(data));
  await identity.reload(client);
  await settle();
  expect(told).toEqual([]);
  browser.answerWith(() => ({ body: { users: [{ localId: "alice", displayName: "Another" }] } }));
  await identity.reload(client);
  await settle();
  expect(told).toEqual(["changed"]);
});
