import { signUp } from "@tallybin/identity";
import { UserDocumentError } from "@tallybin/user-document";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { prepareDeletion, saveStoredProfile } from "../../src/account/document-actions.ts";
import { userDocument } from "../../src/account/live-document.ts";
import { StoredDataAlert } from "../../src/account/stored-data-alert.tsx";
import { storedUser } from "../../src/account/stored-user-store.ts";
import { siteConfig } from "../../src/config/site-config.ts";
import { identityClient, startSession } from "../../src/identity/client/client.ts";
import { signOut } from "../../src/identity/client/sign-out.ts";
import { sessionStore } from "../../src/identity/state/session-store.ts";
import { putConfig } from "./support/config.ts";
import { stubLocalServices, until } from "./support/local.ts";
import { render, settle, texts } from "./support/render.tsx";

const code = vi.hoisted(() => ({ isOutOfReach: false, refused: 0 }));
/** The chunk is the real one. Only its fetch fails. */
vi.mock("../../src/account/open-document.lazy.ts", async (importOriginal) => {
  if (!code.isOutOfReach) return await importOriginal<object>();
  code.refused += 1;
  throw new TypeError("Failed to fetch dynamically imported module");
});

const local = stubLocalServices();
let uid = "";
let accounts = 0;

beforeAll(() => {
  putConfig();
  startSession(siteConfig(), { eager: true });
  userDocument.start();
});
beforeEach(async () => {
  accounts += 1;
  ({ uid } = await signUp(await identityClient(), {
    email: `ada${accounts}@example.com`,
    password: "correct horse",
  }));
});
afterEach(async () => {
  code.isOutOfReach = false;
  signOut();
  await until(() => expect(sessionStore.getState().status).toBe("signed-out"));
});

const said = () => texts("[role=alert]").join();
const changes = { changes: { name: "Ada" }, base: { name: "" } };

// This test must be the first of the file, because loaded code stays loaded.
test("the page reports that the user document's code failed to load, and the next save and deletion load the code again", async () => {
  code.isOutOfReach = true;
  await render(<StoredDataAlert />);
  await until(() => expect(said()).toContain("could not be fetched"));
  expect(said()).not.toContain("database");
  await expect(saveStoredProfile(uid, changes)).rejects.toThrow();
  await expect(prepareDeletion(uid)).rejects.toThrow();
  expect(local.sent("documents:commit")).toEqual([]);

  code.isOutOfReach = false;
  await saveStoredProfile(uid, changes);
  await until(() => expect(storedUser.get()).toMatchObject({ snapshot: { data: { name: "Ada" } } }));
  await settle(() => undefined);
  expect(said()).toBe("");
  await (await prepareDeletion(uid))();
  await until(() => expect(storedUser.get()).toMatchObject({ snapshot: { exists: false } }));
  expect(code.refused).toBeGreaterThan(0);
});

test.each([
  ["a sign-in outage", "token-unavailable", false],
  ["an outage of the documents", "unavailable", true],
] as const)(
  "after %s, the page names the database as the cause only if the document service fails",
  async (_, errorCode, isBlamed) => {
    await render(<StoredDataAlert />);
    await settle(() =>
      storedUser.set(uid, {
        uid,
        status: "loading",
        connection: "reconnecting",
        error: new UserDocumentError(errorCode),
      }),
    );
    expect(said().includes("check the database setup")).toBe(isBlamed);
  },
);

test("a document whose code loads after its user has left is closed", async () => {
  const session = sessionStore.getState();
  if (session.status !== "signed-in") throw new Error("Nobody is signed in.");
  sessionStore.setState({ ...session, user: { ...session.user, uid: "grace" } }, true);
  const loading = userDocument.of("grace")?.document.load();
  sessionStore.setState(session, true);
  await expect((await loading)?.get()).rejects.toMatchObject({ code: "cancelled" });
});
