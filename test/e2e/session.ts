import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { newPerson } from "./fixtures.ts";
import { accountMenu, createAccount, type Person, type Tokens } from "./support.ts";

/** The key of the identity client's stored session for the local project. */
const STORE = { database: "tallybin-identity", store: "values", key: "tallybin-identity:demo-project" };

/**
 * Stores a session where the client keeps it, and notifies the other tabs as the client does. It uses an empty page
 * of the site's origin, so that the site's own code does not interfere. The sign-in tests check that the form leads
 * to the same result.
 */
export const storeSession = async (page: Page, email: string, tokens: Tokens) => {
  const { localId: uid, idToken, refreshToken, expiresIn } = tokens;
  const user = {
    uid,
    email,
    emailVerified: false,
    isAnonymous: false,
    providerData: [{ providerId: "password", uid: email, email }],
    enrolledFactors: [],
  };
  await page.goto("/robots.txt");
  await page.evaluate(
    ({ where, session, lifetimeMs }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(where.database, 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore(where.store);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction(where.store, "readwrite");
          const receivedAt = Date.now();
          const record = {
            version: 1,
            session: { ...session, receivedAt, expiresAt: receivedAt + lifetimeMs },
          };
          writing.objectStore(where.store).put(record, where.key);
          writing.onerror = () => reject(writing.error);
          writing.oncomplete = () => {
            opening.result.close();
            new BroadcastChannel(where.key).postMessage("changed");
            resolve();
          };
        };
      }),
    { where: STORE, session: { idToken, refreshToken, user }, lifetimeMs: Number(expiresIn) * 1000 },
  );
};

/** Opens a page as a user who signed in on an earlier visit. */
export const openSession = async (page: Page, email: string, tokens: Tokens, path: string) => {
  await storeSession(page, email, tokens);
  await page.goto(path);
  await expect(accountMenu(page)).toBeVisible();
};

/** Creates the account of a new person on another device. */
export const newAccount = async (request: APIRequestContext, name?: string): Promise<Person> => {
  const person = newPerson(name);
  await createAccount(request, person);
  return person;
};

/** Creates an account on another device, and signs it in here. */
export const signedIn = async (page: Page, request: APIRequestContext, person: Person, path = "/dashboard") =>
  openSession(page, person.email, await createAccount(request, person), path);

/** Whether this browser holds a session, as a newly opened page would find it. */
export const isSessionStored = (page: Page) =>
  page.evaluate(
    ({ database, store }) =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open(database);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(store).objectStore(store).getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.some(({ session }) => session));
          };
        };
      }),
    STORE,
  );

export const askToSignOut = async (page: Page) => {
  await accountMenu(page).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
};

/** Signs out by the menu and waits until storage has no session, because some tests read storage next. */
export const signOut = async (page: Page) => {
  await askToSignOut(page);
  await expect(accountMenu(page)).toHaveCount(0);
  await expect.poll(() => isSessionStored(page)).toBe(false);
};
