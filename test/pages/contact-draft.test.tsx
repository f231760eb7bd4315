import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ContactForm } from "../../src/contact/contact-panel.tsx";
import { type SessionState, sessionStore } from "../../src/identity/state/session-store.ts";
import { startUserStorage } from "../../src/identity/state/user-storage.ts";
import { NewsletterForm } from "../../src/newsletter/newsletter-form.tsx";
import { putConfig } from "./support/config.ts";
import { field, render, settle, submit, texts, type } from "./support/render.tsx";
import { until } from "./support/until.ts";
import { user } from "./support/user.ts";

const become = (session: SessionState) => settle(() => sessionStore.setState(session, true));
const signIn = (uid: string) => become({ status: "signed-in", user: user(uid), connection: "online" });
const signOut = () => become({ status: "signed-out" });
const endSession = () => become({ status: "signed-out", reason: "user-token-expired" });
const values = () => ["name", "email", "message"].map((name) => field(name).value);

/** Opens the page of the form; the form's code has loaded. */
const openForm = async () => {
  await render(<ContactForm />);
  await submit("message");
  await until(() => expect(texts("form").join()).toContain("Please enter a message"));
};
const leavePage = () => {
  cleanup();
  document.body.replaceChildren();
};
/** Follows a link, or reloads: the form is opened anew with what this tab stores. */
const openAgain = async () => {
  leavePage();
  await render(<ContactForm />);
};

let stop = (): void => undefined;
beforeEach(async () => {
  putConfig();
  sessionStorage.clear();
  sessionStore.setState({ status: "signed-out" }, true);
  stop = startUserStorage();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

test("a visitor's message is there again after a link or a reload, and is gone after it was sent", async () => {
  vi.stubGlobal("fetch", async () => Response.json({}));
  await openForm();
  await type(field("name"), "Ada");
  await type(field("email"), "ada@example.com");
  await type(field("message"), "Two trucks,\none line.");
  await openAgain();
  await until(() => expect(values()).toEqual(["Ada", "ada@example.com", "Two trucks,\none line."]));
  await submit("message");
  await until(() => expect(texts("form").join()).toContain("Your message has been sent!"));
  expect(values()).toEqual(["", "", ""]);
  expect(sessionStorage.length).toBe(0);
  await openAgain();
  await until(() => expect(values()).toEqual(["", "", ""]));
});

test("text that was typed before the form's code has loaded stays, and the kept message fills the other fields", async () => {
  await openForm();
  await type(field("email"), "ada@example.com");
  await type(field("message"), "Two trucks.");
  leavePage();
  sessionStore.setState({ status: "unknown" }, true);
  await render(<ContactForm />);
  await type(field("message"), "Three trucks.");
  await signOut();
  await until(() => expect(values()).toEqual(["", "ada@example.com", "Three trucks."]));
});

test("a visitor's message belongs to the user they sign in as, and goes with the sign-out", async () => {
  await openForm();
  await type(field("message"), "Two trucks.");
  await signIn("ada");
  await openAgain();
  await until(() => expect(values()).toEqual(["", "ada@example.com", "Two trucks."]));
  await signOut();
  expect(values()).toEqual(["", "", ""]);
  expect(sessionStorage.length).toBe(0);
});

test("a message stays for its user after an ended session, and no other user gets it", async () => {
  await signIn("ada");
  await openForm();
  await type(field("message"), "Two trucks.");
  await endSession();
  await type(field("message"), "Two trucks and a van.");
  await signIn("ada");
  expect(field("message").value).toBe("Two trucks and a van.");
  await openAgain();
  await until(() => expect(field("message").value).toBe("Two trucks and a van."));
  await endSession();
  await signIn("bob");
  expect(values()).toEqual(["", "bob@example.com", ""]);
  await openAgain();
  await until(() => expect(values()).toEqual(["", "bob@example.com", ""]));
});

test("the contact form and the newsletter form have a signed-in user's address, and lose it with the sign-out", async () => {
  await signIn("ada");
  await render(<ContactForm />);
  await until(() => expect(field("email").value).toBe("ada@example.com"));
  await signOut();
  expect(field("email").value).toBe("");
  leavePage();

  await render(<NewsletterForm />);
  expect(field("email").value).toBe("");
  await signIn("ada");
  expect(field("email").value).toBe("ada@example.com");
  await signOut();
  expect(field("email").value).toBe("");
  await type(field("email"), "bob@example.com");
  await signIn("ada");
  expect(field("email").value, "typed text stays").toBe("bob@example.com");
});
