import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { keepDraft, readDraft } from "../../src/account/drafts.ts";
import { signOutFailed, signOut as signOutOfSite } from "../../src/identity/client/sign-out.ts";
import { verificationMail } from "../../src/identity/client/verification-mail.ts";
import { type Notice, notices } from "../../src/identity/state/notices.ts";
import { type SessionState, sessionStore } from "../../src/identity/state/session-store.ts";
import { userResource, userState } from "../../src/identity/state/user-state.ts";
import { startUserStorage } from "../../src/identity/state/user-storage.ts";
import { typedEmail } from "../../src/pages/auth/typed-email.ts";
import { until } from "./support/until.ts";
import { user } from "./support/user.ts";

const become = (session: SessionState) => sessionStore.setState(session, true);
const signIn = (uid: string) => become({ status: "signed-in", user: user(uid), connection: "online" });
const signOut = () => become({ status: "signed-out" });
const endSession = () => become({ status: "signed-out", reason: "user-token-expired" });

beforeEach(() => {
  sessionStorage.clear();
  signOut();
});

describe("per-user state", () => {
  test("per-user state is empty for the next user", () => {
    const state = userState("nothing");
    signIn("ada");
    state.set("ada", "something");
    signIn("bob");
    expect(state.get()).toBe("nothing");
  });

  test("per-user state ignores a late result of an earlier user's task", () => {
    const state = userState("nothing");
    signIn("ada");
    signIn("bob");
    state.set("ada", "late");
    expect(state.get()).toBe("nothing");
  });

  test("per-user state is kept while only the connection or the profile changes", () => {
    const state = userState("nothing");
    signIn("ada");
    state.set("ada", "something");
    become({ status: "signed-in", user: { ...user("ada"), displayName: "Ada" }, connection: "reconnecting" });
    expect(state.get()).toBe("something");
  });

  test.each([
    ["the user signs in again", () => signIn("ada"), "typed"],
    ["another user signs in", () => signIn("bob"), ""],
    ["the user had signed out", signOut, ""],
  ])("per-user state that survives an ended session is kept or dropped when %s", (_, next, expected) => {
    const state = userState("", { survivesEndedSession: true });
    signIn("ada");
    state.set("ada", "typed");
    endSession();
    expect(state.get()).toBe("typed");
    next();
    expect(state.get()).toBe(expected);
  });

  test("a per-user resource is closed for one user before it is opened for the next", () => {
    const log: string[] = [];
    const resource = userResource(
      (uid) => log.push(`open ${uid}`) && uid,
      (uid) => log.push(`close ${uid}`),
    );
    signIn("ada");
    resource.start();
    signIn("bob");
    expect(resource.of("ada")).toBeUndefined();
    expect(resource.of("bob")).toBe("bob");
    signOut();
    expect(log).toEqual(["open ada", "close ada", "open bob", "close bob"]);
  });
});

describe("state that is hidden from the next user", () => {
  test("a notice for one user is not shown to the next user, even if the notice comes late", () => {
    const linked: Notice = { reader: "signed-in", tone: "success", text: "GitHub is now linked." };
    signIn("ada");
    notices.set("ada", linked);
    signIn("bob");
    expect(notices.get()).toBeUndefined();
    notices.set("ada", linked);
    expect(notices.get()).toBeUndefined();
  });

  test("the next user does not see that the previous user's sign-out failed", () => {
    signIn("ada");
    signOutFailed.set("ada", true);
    signIn("bob");
    expect(signOutFailed.get()).toBe(false);
  });

  test("a user learns of a failed sign-out", async () => {
    signIn("ada");
    signOutOfSite(); // fails, because this page has no client
    await until(() => expect(signOutFailed.get()).toBe(true));
  });

  test("the next user does not see the status of the previous user's verification mail", () => {
    signIn("ada");
    verificationMail.set("ada", { status: "done", runNumber: 1 });
    signIn("bob");
    expect(verificationMail.get()).toEqual({ status: "idle", runNumber: 0 });
  });

  test("the next user does not see the address that the previous user typed, even without a sign-out in between", () => {
    typedEmail.set("ada@example.com");
    signIn("ada");
    expect(typedEmail.get()).toBe("ada@example.com");
    signIn("bob");
    expect(typedEmail.get()).toBe("");
  });
});

describe("unsaved text", () => {
  const draft = { email: { email: "new@example.com" } };
  let stop = (): void => undefined;
  const startTab = () => {
    stop = startUserStorage();
  };
  afterEach(() => stop());

  test("unsaved text is deleted when its user signs out, even on a page that never reads the text", () => {
    signIn("ada");
    keepDraft("ada", draft);
    startTab();
    signOut();
    expect(sessionStorage.length).toBe(0);
  });

  test("unsaved text is deleted when a reloaded tab finds another user signed in", () => {
    signIn("ada");
    keepDraft("ada", draft);
    signIn("bob");
    startTab();
    expect(sessionStorage.length).toBe(0);
  });

  test("unsaved text is kept for its user after a session that ended without a sign-out", () => {
    startTab();
    signIn("ada");
    keepDraft("ada", draft);
    endSession();
    signIn("ada");
    expect(readDraft("ada", "email")).toEqual(draft.email);
  });

  test("unsaved text belongs to its user also while the session is unknown", () => {
    startTab();
    become({ status: "unknown" });
    keepDraft("ada", draft);
    expect(readDraft("bob", "email")).toBeUndefined();
    expect(readDraft("ada", "email")).toEqual(draft.email);
    signIn("bob");
    expect(sessionStorage.length).toBe(0);
  });

  test.each(["not json", "null", '{"uid":"ada"}', '{"uid":"ada","value":{"email":7}}'])(
    "the invalid value %s in storage counts as no unsaved text",
    (stored) => {
      signIn("ada");
      sessionStorage.setItem("unsaved-text", stored);
      expect(readDraft("ada", "email")).toBeUndefined();
    },
  );
});
