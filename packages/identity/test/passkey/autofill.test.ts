import { expect, test } from "vitest";
import type { User } from "../../src/user.ts";
import { createAuthenticator } from "../support/authenticator.ts";
import { createClock } from "../support/clock.ts";
import { ada, createLocal, until } from "../support/local.ts";
import { identity, passkey } from "../support/secrets.ts";

/** A signed-out user with a passkey, on a page whose autofill offers it. */
async function offered() {
  const authenticator = createAuthenticator();
  const timers = createClock();
  const local = createLocal({ ...authenticator.platform, setTimeout: timers.setTimeout });
  await identity.signUp(local.client, ada);
  await passkey.enrollPasskey(local.client, { name: "Laptop" });
  await identity.signOut(local.client);
  authenticator.asked.length = 0;
  local.paths.length = 0;
  const outcomes: Promise<User>[] = [];
  const autofill = passkey.startPasskeyAutofill(local.client, {
    onPick: (outcome) => {
      outcome.catch(() => undefined);
      outcomes.push(outcome);
    },
  });
  await until(() => expect(authenticator.isWaiting()).toBe(true));
  const id = authenticator.passkeys[0]?.id ?? "";
  return { ...local, authenticator, timers, outcomes, autofill, id };
}

test("passkey autofill signs in with the passkey that the user picks", async () => {
  const { client, authenticator, outcomes, id } = await offered();
  expect(authenticator.asked[0]?.mediation).toBe("conditional");
  authenticator.pick(id);
  await until(() => expect(outcomes).toHaveLength(1));
  expect((await outcomes[0])?.email).toBe(ada.email);
  expect(client.getState()).toMatchObject({ status: "signed-in" });
});

test("a modal passkey sign-in aborts passkey autofill, which resumes if the modal sign-in fails", async () => {
  const { client, authenticator } = await offered();
  const modal = passkey.signInWithPasskey(client);
  authenticator.screws.refusal = "NotAllowedError";
  await expect(modal).rejects.toMatchObject({ code: "passkey-canceled" });
  await until(() => expect(authenticator.isWaiting()).toBe(true));
  expect(authenticator.asked.map(({ mediation }) => mediation)).toEqual([
    "conditional",
    undefined,
    "conditional",
  ]);
  expect(authenticator.asked[0]?.signal?.aborted).toBe(true);
});

test("passkey autofill waits while a modal prompt is open, and starts after that prompt has failed", async () => {
  const { client, authenticator, autofill } = await offered();
  autofill.stop();
  await until(() => expect(authenticator.isWaiting()).toBe(false));
  authenticator.screws.isSlow = true;
  const controller = new AbortController();
  const modal = passkey.signInWithPasskey(client, { signal: controller.signal });
  const refused = expect(modal).rejects.toMatchObject({ code: "passkey-aborted" });
  await until(() => expect(authenticator.asked).toHaveLength(2));
  passkey.startPasskeyAutofill(client, { onPick: () => undefined });
  await new Promise((resolve) => setImmediate(resolve));
  expect(authenticator.asked[1]?.signal?.aborted).toBe(false);
  authenticator.screws.isSlow = false;
  controller.abort();
  await refused;
  await until(() => expect(authenticator.isWaiting()).toBe(true));
});

test("passkey autofill offers the passkeys again after the user has canceled", async () => {
  const { authenticator, timers, autofill, client } = await offered();
  autofill.stop();
  authenticator.screws.refusal = "NotAllowedError";
  passkey.startPasskeyAutofill(client, { onPick: () => undefined });
  await until(() => expect(authenticator.screws.refusal).toBeUndefined());
  await until(() => expect(timers.pending()).toBeGreaterThan(0));
  for (let second = 0; second < 5 && !authenticator.isWaiting(); second += 1) await timers.advance(1000);
  expect(authenticator.isWaiting()).toBe(true);
});

test("passkey autofill does not resume after a modal sign-in has succeeded", async () => {
  const { client, authenticator } = await offered();
  await passkey.signInWithPasskey(client);
  expect(authenticator.isWaiting()).toBe(false);
  expect(authenticator.asked).toHaveLength(2);
});

test("a second modal passkey sign-in aborts the first one", async () => {
  const { client, authenticator, autofill } = await offered();
  autofill.stop();
  authenticator.screws.isSlow = true;
  const first = expect(passkey.signInWithPasskey(client)).rejects.toMatchObject({ code: "passkey-aborted" });
  await until(() => expect(authenticator.asked).toHaveLength(2));
  authenticator.screws.isSlow = false;
  await passkey.signInWithPasskey(client);
  await first;
  expect(client.getState()).toMatchObject({ status: "signed-in" });
});

test("passkey autofill requests a new challenge before the current one expires", async () => {
  const { client, authenticator, services, timers, outcomes, id } = await offered();
  for (let minutes = 0; minutes < 12; minutes += 4) {
    services.clock.advance(240_000);
    const before = authenticator.asked.length;
    await timers.advance(240_000);
    await until(() => expect(authenticator.asked.length).toBeGreaterThan(before));
    await until(() => expect(authenticator.isWaiting()).toBe(true));
  }
  authenticator.pick(id);
  await until(() => expect(outcomes).toHaveLength(1));
  await outcomes[0];
  expect(client.getState()).toMatchObject({ status: "signed-in" });
});

test("passkey autofill continues with a new challenge after the sign-in with a picked passkey failed", async () => {
  const { client, authenticator, services, outcomes, id } = await offered();
  services.failures.add({
    endpoint: "passkeySignIn:finalize",
    times: 1,
    fault: { kind: "status", status: 503 },
  });
  authenticator.pick(id);
  await until(() => expect(outcomes).toHaveLength(1));
  await expect(outcomes[0]).rejects.toMatchObject({ code: "internal-error" });
  await until(() => expect(authenticator.isWaiting()).toBe(true));
  authenticator.pick(id);
  await until(() => expect(outcomes).toHaveLength(2));
  await outcomes[1];
  expect(client.getState()).toMatchObject({ status: "signed-in" });
});

test("passkey autofill ignores a picked passkey once the user has signed in by another method", async () => {
  const { client, authenticator, outcomes, id } = await offered();
  await identity.signUp(client, { email: "bob@example.com", password: "correct horse" });
  authenticator.pick(id);
  await until(() => expect(authenticator.asked[0]?.signal).toBeDefined());
  expect(outcomes).toEqual([]);
  expect(client.getState()).toMatchObject({ user: { email: "bob@example.com" } });
});

test("stopping passkey autofill leaves no request and no timer behind", async () => {
  const { authenticator, timers, autofill } = await offered();
  const before = timers.pending();
  autofill.stop();
  await until(() => expect(authenticator.isWaiting()).toBe(false));
  expect(authenticator.asked[0]?.signal?.aborted).toBe(true);
  await until(() => expect(timers.pending()).toBeLessThan(before));
});

test("passkey autofill calls no callback while the server is unreachable", async () => {
  const authenticator = createAuthenticator();
  const { client, services } = createLocal(authenticator.platform);
  services.failures.add({ endpoint: "passkeySignIn:start", fault: { kind: "offline" } });
  const autofill = passkey.startPasskeyAutofill(client, { onPick: () => expect.unreachable() });
  await until(() => expect(services.log.list()).toHaveLength(1));
  expect(client.getState()).toEqual({ status: "signed-out" });
  autofill.stop();
});
