import { IDBFactory } from "fake-indexeddb";
import { expect, test } from "vitest";
import * as identity from "../src/index.ts";
import { createBrowser } from "./support/browser.ts";
import { settle } from "./support/clock.ts";
import { google } from "./support/google.ts";

const options = {
  apiKey: "example-key",
  projectId: "demo",
  identityToolkitUrl: "http://localhost/identitytoolkit.googleapis.com",
  secureTokenUrl: "http://localhost/securetoken.googleapis.com",
};

/** Opens a client in a browser that only records names, and returns the names that it used. */
async function namesOf(namespace?: string): Promise<string[]> {
  const names: string[] = [];
  const factory = new IDBFactory();
  const open = factory.open.bind(factory);
  factory.open = (name, version) => {
    names.push(`database ${name}`);
    return open(name, version);
  };
  const before = globalThis.indexedDB;
  Object.assign(globalThis, { indexedDB: factory });
  const client = identity.createIdentityClient({
    ...options,
    ...(namespace === undefined ? {} : { namespace }),
    channel: (name) => {
      names.push(`channel ${name}`);
      return undefined;
    },
    page: () => () => {},
  });
  await client.ready();
  client.dispose();
  Object.assign(globalThis, { indexedDB: before });
  return names;
}

test("the option namespace sets the names of the database and the channel, with a neutral default", async () => {
  expect(await namesOf()).toEqual(["channel identity-client:demo", "database identity-client"]);
  expect(await namesOf("shop")).toEqual(["channel shop:demo", "database shop"]);
});

test("two projects on one origin have sessions of their own", async () => {
  const browser = createBrowser({ server: google() });
  const [shop, blog] = ["shop", "blog"].map((projectId) => browser.open({ projectId }).client);
  if (!shop || !blog) throw new Error("No client was opened.");
  const credential = { email: "alice@example.com", password: "correct-horse" };
  await identity.signInWithPassword(shop, credential);
  await settle();
  expect(blog.getState()).toEqual({ status: "signed-out" });
  await identity.signInWithPassword(blog, credential);
  await identity.signOut(shop);
  await settle();
  expect(blog.getState()).toMatchObject({ status: "signed-in" });
  const later = ["shop", "blog"].map((projectId) => browser.open({ projectId }).client);
  await Promise.all(later.map((client) => client.ready()));
  expect(later.map((client) => client.getState().status)).toEqual(["signed-out", "signed-in"]);
});

test("completeOAuthCallback finds the popup's attempt only under the namespace of its client", () => {
  const values = new Map([["shop:attempt", "attempt-7"]]);
  const heard: unknown[] = [];
  const channel = new BroadcastChannel("shop:callback");
  channel.onmessage = ({ data }) => heard.push(data);
  const page = {
    location: { href: "https://site.test/oauth/callback?code=1", pathname: "/oauth/callback" },
    history: { replaceState: () => {} },
    sessionStorage: {
      getItem: (key: string) => values.get(key) ?? null,
      removeItem: (key: string) => values.delete(key),
    },
    close: () => {},
  } as unknown as Window;
  expect(identity.completeOAuthCallback(page)).toBe("nothing");
  expect(identity.completeOAuthCallback(page, "shop")).toBe("popup");
  channel.close();
});
