import { beforeAll, beforeEach, expect, test } from "vitest";
import { saveStoredProfile } from "../../src/account/document-actions.ts";
import { userDocument } from "../../src/account/live-document.ts";
import { storedUser } from "../../src/account/stored-user-store.ts";
import { notices } from "../../src/identity/state/notices.ts";
import { useDeleteAccount } from "../../src/pages/settings/deletion/delete-section.tsx";
import { only, render, settle, texts, type } from "./support/render.tsx";
import { ADA, open, signUpAda, startSite } from "./support/site.tsx";
import { until } from "./support/until.ts";

const local = startSite();
let uid = "";

beforeAll(() => userDocument.start());
beforeEach(async () => {
  ({ uid } = await signUpAda());
  await saveStoredProfile(uid, { changes: { name: "Ada" }, base: { name: "" } });
  await until(() => expect(storedUser.get()).toMatchObject({ snapshot: { data: { name: "Ada" } } }));
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
  expect(notices.get()).toBeUndefined();
});

test("a refused deletion says that only we can delete the account", async () => {
  const fault = { kind: "error", word: "ADMIN_ONLY_OPERATION" } as const;
  local.services.failures.add({ endpoint: "accounts:delete", fault });
  await open("/settings/general");
  await until(() => expect(texts("main h1")).toEqual(["Settings"]));
  const field = only<HTMLInputElement>("main [name=delete-confirmation]");
  await type(field, ADA.email);
  await settle(() => field.form?.requestSubmit());
  await until(() =>
    expect(texts("[role=alert]")).toContain("Only we can do this for you. Please write to us."),
  );
});

test("the user document is deleted after the account, with the token that the account had, and then reported", async () => {
  const task = await openDeletion();
  const release = local.hold("accounts:delete");
  void task()?.start(undefined);
  await until(() => expect(local.sent("accounts:delete")).toHaveLength(1));
  expect([deletions(), notices.get()]).toEqual([[], undefined]);
  release();
  await until(() => expect(deletions()).toHaveLength(1));
  await until(() => expect(notices.get()).toMatchObject({ tone: "success" }));
  const order = local.requests.map(({ path }) => path);
  expect(order.indexOf("accounts:delete")).toBeLessThan(order.lastIndexOf("documents:commit"));
});
