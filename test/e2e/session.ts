import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { IssuedSession } from "../../mocks/scenarios/session.ts";
import { changeStoredRecords, storedValues } from "../../packages/local-services/src/fixtures/session.ts";
import { IDENTITY_NAMESPACE } from "../../src/config/browser-names.ts";
import { newPerson } from "./fixtures.ts";
import { accountMenu, createAccount, type Person } from "./support.ts";

/**
 * Stores a new session of a user as the client does, in an empty page of the site's origin, so that the site's own code
 * does not interfere. The sign-in tests check that the form leads to the same result.
 */
export const storeSession = async (
  page: Page,
  request: APIRequestContext,
  uid: string,
): Promise<IssuedSession> => {
  const response = await request.post("/__local/sessions", { data: { uid } });
  expect(response.status(), await response.text()).toBe(200);
  const session: IssuedSession = await response.json();
  await page.goto("/robots.txt");
  const values = storedValues(session, { keeper: "identity-client", namespace: IDENTITY_NAMESPACE });
  await page.evaluate(changeStoredRecords, values);
  return session;
};

/** Opens a page as a user who signed in on an earlier visit. */
export const openSession = async (page: Page, request: APIRequestContext, uid: string, path: string) => {
  const session = await storeSession(page, request, uid);
  await page.goto(path);
  await expect(accountMenu(page)).toBeVisible();
  return session;
};

/** Creates the account of a new person on another device. */
export const newAccount = async (request: APIRequestContext, name?: string): Promise<Person> => {
  const person = newPerson(name);
  await createAccount(request, person);
  return person;
};

/** Creates an account on another device, and signs it in here. */
export const signedIn = async (page: Page, request: APIRequestContext, person: Person, path = "/dashboard") =>
  openSession(page, request, (await createAccount(request, person)).localId, path);

/** The session that this browser holds, as a newly opened page would find it. */
export const storedSession = (page: Page) =>
  page.evaluate(
    (database) =>
      new Promise<{ handle?: string; refreshToken?: string } | undefined>((resolve, reject) => {
        const opening = indexedDB.open(database);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction("values").objectStore("values").getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.find(({ session }) => session)?.session);
          };
        };
      }),
    IDENTITY_NAMESPACE,
  );

export const askToSignOut = async (page: Page) => {
  await accountMenu(page).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
};

/** Signs out by the menu and waits until storage has no session, because some tests read storage next. */
export const signOut = async (page: Page) => {
  await askToSignOut(page);
  await expect(accountMenu(page)).toHaveCount(0);
  await expect.poll(() => storedSession(page)).toBeUndefined();
};
