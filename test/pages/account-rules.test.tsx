import { linkWithCredential, providerCredential } from "@tallybin/identity";
import { cleanup } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Route } from "wouter";
import { AccountGate } from "../../src/account/account-gate.tsx";
import { mergeProfile, type Profile } from "../../src/account/profile.ts";
import type { User } from "../../src/account/user.ts";
import { initialsOf } from "../../src/components/avatar/avatar.tsx";
import { identityClient } from "../../src/identity/client/client.ts";
import { hasRequestedSignOut, noteSignOut } from "../../src/identity/client/sign-out.ts";
import { sessionStore } from "../../src/identity/state/session-store.ts";
import { ForgotPassword } from "../../src/pages/auth/auth-page.tsx";
import { AccountFacts } from "../../src/pages/dashboard/dashboard-page.tsx";
import { isLastMethod, MethodsSection } from "../../src/pages/settings/methods/methods-section.tsx";
import { field, pressButton, render, submit, texts, type } from "./support/render.tsx";
import { ADA, ForUser, signUpAda, startSite } from "./support/site.tsx";
import { until } from "./support/until.ts";
import { user } from "./support/user.ts";

const local = startSite({ providers: ["google.com"] });
afterEach(() => sessionStore.setState({ status: "signed-out" }, true));

const ada = user("ada");
const withMethods = (...ids: string[]): User => ({
  ...ada,
  providerData: ids.map((providerId) => ({ providerId, uid: providerId })),
});

test.each([
  { methods: ["password", "facebook.com"], removed: "password", isLast: true },
  { methods: ["password", "facebook.com"], removed: "facebook.com", isLast: false },
  { methods: ["password", "phone"], removed: "password", isLast: true },
  { methods: ["password", "google.com"], removed: "password", isLast: false },
  { methods: ["facebook.com"], removed: "facebook.com", isLast: true },
])(
  "if the site offers only Google, removing $removed from $methods removes the last sign-in method: $isLast",
  (row) => {
    expect(isLastMethod(withMethods(...row.methods), row.removed)).toBe(row.isLast);
  },
);

test("the last sign-in method cannot be removed, even if another device has just removed the others", async () => {
  const { uid: localId } = await signUpAda();
  const idToken = JSON.stringify({ sub: "ada-of-google", email: ADA.email });
  const google = providerCredential({ providerId: "google.com", idToken });
  await linkWithCredential(await identityClient(), google);
  await render(<ForUser>{(shown) => <MethodsSection user={shown} />}</ForUser>);
  const release = local.hold("accounts:lookup");
  const lookups = local.sent("accounts:lookup").length;
  await pressButton("Unlink Google");
  await until(() => expect(local.sent("accounts:lookup").length).toBeGreaterThan(lookups));
  await local.callElsewhere("v1/accounts:update", { localId, deleteProvider: ["password"] });
  release();
  await until(() => expect(texts("[role=alert]").join()).toContain("This is your only way to sign in."));
});

test.each([
  ["Ada Lovelace", "AL"],
  ["👩🏽‍🚀 Ada", "👩🏽‍🚀A"],
  ["\u202Eada\u202C grace", "AG"],
  ["e\u0301lodie", "E\u0301"],
  ["", ""],
])("the initials of the name %j are %j", (name, shown) => {
  expect(initialsOf(name)).toBe(shown);
});

const profile = (changes: Partial<Profile>): Profile => ({
  ...mergeProfile(ada, { status: "none" }, {}),
  isComplete: true,
  ...changes,
});

test.each([
  ["no subscription", profile({}), "None"],
  ["an active subscription with an unknown price", profile({ stripeSubscriptionStatus: "active" }), "Active"],
  ["a known plan", profile({ stripeSubscriptionStatus: "active", planId: "pro" }), "Pro (active)"],
  [
    "an overdue plan",
    profile({ stripeSubscriptionStatus: "past_due", planId: "pro" }),
    "Pro (payment overdue)",
  ],
  ["a trial", profile({ stripeSubscriptionStatus: "trialing", planId: "pro" }), "Pro (trial)"],
])("the dashboard names the plan of a user with %s", async (_, shown, text) => {
  await render(<AccountFacts profile={shown} />);
  expect(texts("dd")).toContain(text);
});

test("the note that the user asked to sign out is dropped at the next sign-in", () => {
  sessionStore.setState({ status: "signed-in", user: ada, connection: "online" }, true);
  noteSignOut();
  sessionStore.setState({ status: "signed-out" }, true);
  expect(hasRequestedSignOut()).toBe(true);
  sessionStore.setState({ status: "signed-in", user: ada, connection: "online" }, true);
  expect(hasRequestedSignOut()).toBe(false);
});

test("a page whose code arrives after its user signed out leads to a sign-in page without a return target", async () => {
  history.replaceState(null, "", "/settings/general");
  noteSignOut();
  sessionStore.setState({ status: "signed-out" }, true);
  const open = (path: string) =>
    render(
      <Route path={path}>
        <AccountGate outline={<p />}>{() => <p />}</AccountGate>
      </Route>,
    );
  await open("/settings/general");
  await until(() => expect(location.pathname + location.search).toBe("/auth/signin"));
  cleanup();
  history.replaceState(null, "", "/settings/other");
  await open("/settings/other");
  await until(() => expect(location.search).toBe("?next=%2Fsettings%2Fother"));
});

test("a password reset for an unknown address reports the unknown address and marks the field", async () => {
  await render(<ForgotPassword next="/dashboard" />);
  await type(field("email"), "nobody@example.com");
  await submit("email");
  await until(() => expect(local.sent("accounts:sendOobCode")).toHaveLength(1));
  await until(() => expect(texts("[role=alert] p").join()).toContain("We couldn’t find an account"));
  expect(texts("[role=alert]").join()).toContain("We couldn’t find an account");
  expect(field("email").getAttribute("aria-invalid")).toBe("true");
  expect(texts("[role=status]").join()).not.toContain("sent");
});
