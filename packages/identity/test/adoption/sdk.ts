import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, vi } from "vitest";
import { adoptFirebaseSession } from "../../src/adoption/index.ts";
import { indexedDbPersistence, type Persistence } from "../../src/persistence/persistence.ts";
import { createBrowser } from "../support/browser.ts";
import { START } from "../support/clock.ts";
import { google } from "../support/google.ts";
import { idToken, refreshToken } from "../support/tokens.ts";

export const APP = { apiKey: "AIza-fake", projectId: "demo-project" };
export const SDK_KEY = "firebase:authUser:AIza-fake:[DEFAULT]";

export const KEY = "identity-client:demo-project";
/** When the user of `sdkRecord` signed in, in seconds. Each test has another time, so no page of an earlier test removes its record. */
let signedInAt = START / 1000;
/** The generation of the session in `sdkRecord`. */
export const generation = () => `sdk:alice:${signedInAt}`;

/** A web storage without the browser. */
function webStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, text: string) => void values.set(key, text),
    removeItem: (key: string) => void values.delete(key),
  };
}

/** The record as the SDK (auth 1.13.9) writes it: missing texts are null, times are text. */
export function sdkRecord({ uid = "alice", ...rest }: { uid?: string; [name: string]: unknown } = {}) {
  return {
    uid,
    email: `${uid}@example.com`,
    emailVerified: true,
    displayName: "Alice",
    isAnonymous: false,
    photoURL: null,
    phoneNumber: null,
    tenantId: null,
    providerData: [
      {
        providerId: "password",
        uid: `${uid}@example.com`,
        displayName: null,
        email: null,
        phoneNumber: null,
      },
    ],
    stsTokenManager: {
      refreshToken: refreshToken(uid),
      accessToken: idToken({ sub: uid, auth_time: signedInAt }),
      expirationTime: START + 3_600_000,
    },
    createdAt: "1767225600000",
    lastLoginAt: "1767225600000",
    apiKey: APP.apiKey,
    appName: "[DEFAULT]",
    ...rest,
  };
}

/** A browser's storages, as new globals for each test of a file. */
export function sdkBrowser() {
  beforeEach(() => {
    signedInAt -= 1;
    vi.stubGlobal("indexedDB", new IDBFactory());
    vi.stubGlobal("localStorage", webStorage());
    vi.stubGlobal("sessionStorage", webStorage());
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const transact = async <T>(work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const opening = indexedDB.open("firebaseLocalStorageDb", 1);
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore("firebaseLocalStorage", { keyPath: "fbase_key" });
    const database = await done(opening);
    try {
      return await done(
        work(database.transaction("firebaseLocalStorage", "readwrite").objectStore("firebaseLocalStorage")),
      );
    } finally {
      database.close();
    }
  };
  return {
    write: (value: unknown, key = SDK_KEY) => transact((store) => store.put({ fbase_key: key, value })),
    stored: async (key = SDK_KEY) => (await transact((store) => store.get(key)))?.value,
  };
}

/** The session that the client has stored. */
export const storedSession = async (inner: Persistence = indexedDbPersistence()) =>
  ((await inner.read(KEY)) as { session?: { generation: string; user: object } } | undefined)?.session;

/** A browser with the client on the storage of this test. */
export function openClient(persistence = adoptFirebaseSession(APP)) {
  const browser = createBrowser();
  browser.answerWith(google());
  return { browser, ...browser.open({ persistence, apiKey: APP.apiKey }) };
}
