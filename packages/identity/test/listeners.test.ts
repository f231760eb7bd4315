import { expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import type { IdentityState } from "../src/client/page-state.ts";
import { createBrowser } from "./support/browser.ts";
import { google } from "./support/google.ts";
import { identity } from "./support/secrets.ts";
import { collectUncaught } from "./support/uncaught.ts";

const credentials = { email: "ada@example.com", password: "correct horse" };

function openTab() {
  const browser = createBrowser({ server: google() });
  return browser.open().client;
}

/** A tab whose user is signed in. */
async function signedIn() {
  const client = openTab();
  await identity.signInWithPassword(client, credentials);
  return client;
}

test("subscribe() passes the current state to the listener before subscribe() returns", async () => {
  const client = await signedIn();
  const states: IdentityState[] = [];
  client.subscribe((state) => states.push(state));
  expect(states).toEqual([client.getState()]);
});

test("a state change reaches the listeners after the call has returned and before the call's promise resolves", async () => {
  const client = await signedIn();
  const seen: string[] = [];
  for (const name of ["first", "second"]) client.subscribe(({ status }) => seen.push(`${name}: ${status}`));
  seen.length = 0;
  const ending = identity.signOut(client);
  expect(seen).toEqual([]);
  expect(client.getState().status).toBe("signed-out");
  await ending;
  expect(seen).toEqual(["first: signed-out", "second: signed-out"]);
});

test("several state changes in one tick are delivered one by one, in their order", async () => {
  const client = await signedIn();
  const seen: string[] = [];
  client.subscribe((state) => {
    seen.push(state.status === "signed-out" ? `signed-out ${state.reason}` : state.status);
  });
  const ending = identity.signOut(client);
  const next = identity.signInWithPassword(client, credentials);
  await Promise.all([ending, next]);
  expect(seen).toEqual(["signed-in", "signed-out undefined", "signed-in"]);
});

test("a listener that subscribes between a change and its delivery gets only the newest state", async () => {
  const client = await signedIn();
  const seen: string[] = [];
  const ending = identity.signOut(client);
  client.subscribe(({ status }) => seen.push(status));
  await ending;
  expect(seen).toEqual(["signed-out"]);
});

test("a state change that a listener causes is delivered after the change that the listener is handling", async () => {
  const client = openTab();
  await client.ready();
  const seen: string[] = [];
  client.subscribe(({ status }) => {
    if (status === "signed-in") void identity.signOut(client);
  });
  client.subscribe(({ status }) => seen.push(status));
  await identity.signInWithPassword(client, credentials).catch(() => undefined);
  await Promise.resolve();
  expect(seen).toEqual(["signed-out", "signed-in", "signed-out"]);
});

test("a listener that another listener unsubscribes during a delivery does not get that change", async () => {
  const client = await signedIn();
  const seen: string[] = [];
  let isFirst = true;
  client.subscribe(() => {
    if (!isFirst) stop();
    isFirst = false;
  });
  const stop = client.subscribe(({ status }) => seen.push(status));
  await identity.signOut(client);
  expect(seen).toEqual(["signed-in"]);
});

test("subscribing the same function twice makes two subscriptions", async () => {
  const client = await signedIn();
  let calls = 0;
  const listener = () => {
    calls += 1;
  };
  const stop = client.subscribe(listener);
  client.subscribe(listener);
  stop();
  calls = 0;
  await identity.signOut(client);
  expect(calls).toBe(1);
});

test("an error in a listener is reported as uncaught, and the other listeners are still called", async () => {
  const client = await signedIn();
  const broken = new Error("a listener's own");
  const seen: string[] = [];
  let isFirst = true;
  client.subscribe(() => {
    if (!isFirst) throw broken;
    isFirst = false;
  });
  client.subscribe(({ status }) => seen.push(status));
  expect(await collectUncaught(() => identity.signOut(client))).toEqual([broken]);
  expect(seen).toEqual(["signed-in", "signed-out"]);
});

test("a zustand store shows the new state when the client's call resolves", async () => {
  const client = await signedIn();
  const store = createStore<IdentityState>(() => ({ status: "unknown" }));
  client.subscribe((state) => store.setState(state, true));
  expect(store.getState()).toEqual(client.getState());
  await identity.signOut(client);
  expect(store.getState()).toEqual({ status: "signed-out" });
});

test("an event is delivered after the change that it reports", async () => {
  const client = await signedIn();
  const seen: string[] = [];
  client.subscribe(({ status }) => seen.push(status));
  client.onEvent(({ type }) => seen.push(`event ${type}`));
  await identity.signOut(client);
  expect(seen).toEqual(["signed-in", "signed-out", "event signed-out"]);
});
