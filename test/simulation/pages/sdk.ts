import type { LocalServices } from "../../../mocks/local-services.ts";
import { parseSdkSession, sdkKeyOf } from "../../../packages/identity/src/adoption/sdk-record.ts";
import { createIndexedDb } from "../browser/indexed-db.ts";
import { createPage, type Page } from "../browser/page.ts";
import type { Person } from "../people.ts";
import { API_KEY, type Profile } from "../profile.ts";
import type { Scheduler } from "../scheduler.ts";

const DATABASE = "firebaseLocalStorageDb";
const STORE = "firebaseLocalStorage";

type Parts = { scheduler: Scheduler; services: LocalServices; profile: Profile };

/** Google's SDK in a release of the site that still uses it, and its database in the browser. */
export function createSdk({ scheduler, services, profile }: Parts) {
  const { rules, luck } = profile;
  const app = { apiKey: API_KEY, projectId: services.projectId };
  /** The generation of the session that the database holds; empty if it holds none. */
  let stored = "";
  let isMade = false;
  const database = createIndexedDb({
    committed: (row, page) => {
      if (row === undefined) rules.sdkRemoved(stored, page);
      stored = parseSdkSession((row as { value?: unknown } | undefined)?.value, app)?.generation ?? "";
      rules.note(stored ? "Google's SDK has stored a session" : "the session of Google's SDK is removed");
    },
  });

  return {
    app,
    /** The IndexedDB of a page, as far as the SDK's database goes. */
    forPage: (page: Page): IDBFactory =>
      ({
        open: database.forPage(page).open,
        databases: async () => (isMade ? [{ name: DATABASE, version: 1 }] : []),
      }) as unknown as IDBFactory,
    leave: (page: Page): void => database.leave(page),
    clear: (): void => {
      isMade = false;
      stored = "";
      database.clear();
    },
    /** A person signs in on a page of that release, and closes it. */
    signIn: async ({ uid }: Person): Promise<void> => {
      if (services.identity.account(uid)?.disabled) return;
      const { idToken, refreshToken, expiresIn, account } = await services.issueSession(uid);
      const value = {
        uid,
        email: account.email,
        displayName: account.displayName ?? null,
        isAnonymous: false,
        providerData: [],
        stsTokenManager: {
          accessToken: idToken,
          refreshToken,
          expirationTime: scheduler.now() + profile.clockOffset + Number(expiresIn) * 1000,
        },
        createdAt: account.createdAt,
        lastLoginAt: account.lastLoginAt,
        ...app,
      };
      const { generation } = parseSdkSession(value, app) ?? {};
      if (generation === undefined) return rules.fail("a session of Google's SDK is understood", uid);
      rules.learn(JSON.stringify({ idToken, refreshToken }));
      rules.sdkSignedIn(generation, uid);
      const page = createPage("a page of Google's SDK", -1, scheduler, luck);
      const store = () => {
        const request = database.forPage(page).open(DATABASE, 1);
        request.onupgradeneeded = () => {
          isMade = true;
          request.result.createObjectStore(STORE, { keyPath: "fbase_key" });
        };
        request.onsuccess = () => {
          try {
            const writing = request.result.transaction(STORE, "readwrite");
            writing.objectStore(STORE).put({ fbase_key: sdkKeyOf(app), value });
          } catch (error) {
            if ((error as DOMException).name !== "InvalidStateError") throw error;
            // The connection was lost, or the site's data were cleared. The SDK opens its database again.
            store();
          }
          request.result.close();
        };
      };
      store();
    },
  };
}
export type Sdk = ReturnType<typeof createSdk>;
