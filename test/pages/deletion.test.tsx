import { signUp } from "@tallybin/identity";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { saveStoredProfile } from "../../src/account/document-actions.ts";
import { userDocument } from "../../src/account/live-document.ts";
import { storedUser } from "../../src/account/stored-user-store.ts";
import { siteConfig } from "../../src/config/site-config.ts";
import { identityClient, startSession } from "../../src/identity/client/client.ts";
import { signOut } from "../../src/identity/client/sign-out.ts";
import { notices } from "../../src/identity/state/notice-store.ts";
import { sessionStore } from "../../src/identity/state/session-store.ts";
import { useDeleteAccount } from "../../src/pages/settings/deletion/use-delete-account.ts";
import { putConfig } from "./support/config.ts";
import { stubLocalServices, until } from "./support/local.ts";
import { render } from "./support/render.tsx";

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
  const person = { email: `ada${accounts}@example.com`, password: "correct horse" };
  ({ uid } = await signUp(await identityClient(), person));
  await saveStoredProfile(uid, { changes: { name: "Ada" }, base: { name: "" } });
  await until(() => expect(storedUser.get()).toMatchObject({ snapshot: { data: { name: "Ada" } } }));
});
afterEach(async () => {
  local.services.failures.clear();
  if (sessionStore.getState().status === "signed-in") signOut();
  await until(() => expect(sessionStore.getState().status).toBe("signed-out"));
});

const openDeletion = async () => {
  let task: ReturnType<typeof useDeleteAccount> | undefined;
  const Page = () => {
    task = useDeleteAccount(uid);
    return null;
  };
  await render(<Page />);
  return () => task;
};
/** The commits that delete a document. */
const deletions = () => local.sent("documents:commit").filter(({ body }) => body.includes('"delete"'));

test("a failed deletion of the account keeps the user document and is reported", async () => {
  local.services.failures.add({ endpoint: "accounts:delete", fault: { kind: "status", status: 503 } });
  const task = await openDeletion();
  expect(await task()?.start(undefined)).toBe(false);
  await until(() => expect(task()?.progress.status).toBe("failed"));
  expect(deletions()).toEqual([]);
  expect(storedUser.get()).toMatchObject({ snapshot: { data: { name: "Ada" } } });
});

test("the user document is deleted after the account, with the token that the account had", async () => {
  const task = await openDeletion();
  await task()?.start(undefined);
  await until(() => expect(deletions()).toHaveLength(1));
  await until(() => expect(notices.get()).toMatchObject({ tone: "success" }));
  const order = local.requests.map(({ path }) => path);
  expect(order.indexOf("accounts:delete")).toBeLessThan(order.lastIndexOf("documents:commit"));
});
