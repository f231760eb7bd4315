import { UserDocumentError } from "@tallybin/user-document";
import { beforeAll, expect, test } from "vitest";
import { StoredDataAlert } from "../../src/account/account-alerts.tsx";
import { userDocument } from "../../src/account/live-document.ts";
import { storedUser } from "../../src/account/stored-user-store.ts";
import { sessionStore } from "../../src/identity/state/session-store.ts";
import { pressButton, render, settle, texts } from "./support/render.tsx";
import { signUpAda, startSite } from "./support/site.tsx";
import { until } from "./support/until.ts";

const local = startSite();
beforeAll(() => userDocument.start());

test("a device with an unexpired ID token does not write the address of a deleted account into its document again", async () => {
  await signUpAda();
  await until(() => expect(storedUser.get()).toMatchObject({ snapshot: { exists: true } }));
  const session = sessionStore.getState();

  // Another device deletes document and account; this one is opened afterwards.
  local.services.reset();
  sessionStore.setState({ status: "unknown" }, true);
  sessionStore.setState(session, true);

  await until(() => expect(sessionStore.getState().status).toBe("signed-out"));
  expect(local.sent("documents:commit")).toHaveLength(1);
  expect(storedUser.get()).toEqual({ status: "none" });
});

test.each([
  ["a sign-in outage", "token-unavailable", false],
  ["an outage of the documents", "unavailable", true],
] as const)(
  "after %s, the page names the database as the cause only if the document service fails",
  async (_, errorCode, isBlamed) => {
    const { uid } = await signUpAda();
    await render(<StoredDataAlert />);
    await settle(() =>
      storedUser.set(uid, {
        uid,
        status: "loading",
        connection: "reconnecting",
        error: new UserDocumentError(errorCode),
      }),
    );
    expect(texts("[role=alert]").join().includes("check the database setup")).toBe(isBlamed);
  },
);

test("the page reports a document that it may not read, and removes the message after a successful retry", async () => {
  const fault = { kind: "error", word: "PERMISSION_DENIED", status: 403 } as const;
  local.services.failures.add({ endpoint: "documents:*", fault });
  await signUpAda();
  await render(<StoredDataAlert />);
  await until(() => expect(texts("[role=alert]").join()).toContain("check the database setup"));
  local.services.failures.clear();
  await pressButton("Try again");
  await until(() => expect(texts("[role=alert]").join()).toBe(""));
});

test("a document whose code loads after its user has left is closed", async () => {
  await signUpAda();
  const session = sessionStore.getState();
  if (session.status !== "signed-in") throw new Error("Nobody is signed in.");
  sessionStore.setState({ ...session, user: { ...session.user, uid: "grace" } }, true);
  const loading = userDocument.of("grace")?.document.load();
  sessionStore.setState(session, true);
  await expect((await loading)?.get()).rejects.toMatchObject({ code: "cancelled" });
});
