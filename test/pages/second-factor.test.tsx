import { beforeEach, expect, test } from "vitest";
import { humanCheckStore } from "../../src/identity/second-factor/second-factor-panel.tsx";
import { sessionStore } from "../../src/identity/state/session-store.ts";
import { only, pressButton, problems, settle, texts, type } from "./support/render.tsx";
import { open, startSite } from "./support/site.tsx";
import { until } from "./support/until.ts";

/**
 * Passes every human check as its frame would. The tests' browser does not load the frame's page, and says so on its
 * console.
 */
function passHumanChecks(): void {
  humanCheckStore.subscribe(({ check }) => {
    if (!check) return;
    const find = () => document.querySelector<HTMLIFrameElement>(`iframe[src="${check.address}"]`);
    void until(() => {
      if (!find()) throw new Error("the human check has no frame");
    }).then(() => {
      const data = { type: "human-check", token: "a person" };
      const message = new MessageEvent("message", { data, origin: new URL(check.address).origin });
      Object.defineProperty(message, "source", { value: find()?.contentWindow });
      window.dispatchEvent(message);
    });
  });
}

const SECOND_PHONE = "+15550100002";
const local = startSite({ sms: "local", humanCheckOrigin: "http://localhost:3001" });
passHumanChecks();

const choose = (index: number) =>
  settle(() => [...document.querySelectorAll<HTMLInputElement>("input[type=radio]")][index]?.click());

/** A sign-in with a password, for an account with two phones. */
beforeEach(async () => {
  const account = await local.services.scenarios.load("sms second factor");
  const { mfaInfo: factors = [] } = local.services.identity.account(account.uid) ?? {};
  const [first] = factors;
  if (!first) throw new Error("the scenario has no second factor");
  const second = {
    ...first,
    mfaEnrollmentId: "second",
    phoneInfo: SECOND_PHONE,
    unobfuscatedPhoneInfo: SECOND_PHONE,
  };
  local.services.identity.update({ localId: account.uid }, { mfaInfo: [first, second] });
  await open("/auth/signin");
  await type(only("main input[name=email]"), account.email);
  await type(only("main input[name=pass]"), account.password ?? "");
});

test("the form checks the code of the phone chosen last, even if the first phone's message is sent later", async () => {
  const release = local.hold("mfaSignIn:start");
  await pressButton("Sign in");
  await until(() => expect(local.sent("mfaSignIn:start")).toHaveLength(1));
  await choose(1);
  await until(() => expect(local.services.outbox.list({ to: SECOND_PHONE })).toHaveLength(1));
  release();
  await until(() => expect(local.services.outbox.list({ kind: "sms" })).toHaveLength(2));
  await settle(() => undefined);
  await type(only("input[name=code]"), local.services.outbox.latest(SECOND_PHONE).code ?? "");
  await pressButton("Confirm");
  await until(() => expect(local.sent("mfaSignIn:finalize")).toHaveLength(1));
  await until(() => expect(sessionStore.getState().status).toBe("signed-in"));
});

test("the user cannot cancel a sign-in while its second-factor code is being checked", async () => {
  await pressButton("Sign in");
  await until(() => expect(local.services.outbox.list({ kind: "sms" })).toHaveLength(1));
  const [message] = local.services.outbox.list({ kind: "sms" });
  const release = local.hold("mfaSignIn:finalize");
  await until(() => only("input[name=code]"));
  await type(only("input[name=code]"), message?.code ?? "");
  await pressButton("Confirm");
  await until(() => expect(local.sent("mfaSignIn:finalize")).toHaveLength(1));
  await pressButton("Cancel");
  expect(texts("main h1")).toEqual(["Two-step verification"]);
  release();
  await until(() => expect(sessionStore.getState().status).toBe("signed-in"));
});

test("the second step of a sign-in reports an empty code, and Cancel leads back to the sign-in form", async () => {
  await pressButton("Sign in");
  // Until then, the human check has a "Cancel" of its own.
  await until(() => expect(local.services.outbox.list({ kind: "sms" })).toHaveLength(1));
  await until(() => only("input[name=code]"));
  await pressButton("Confirm");
  await until(() => expect(problems()).toEqual(["Please enter the code"]));
  expect(document.activeElement).toBe(only("input[name=code]"));
  await pressButton("Cancel");
  await until(() => expect(texts("main h1")).toEqual(["Welcome back"]));
  expect(texts("[role=alert]")).toEqual([]);
  expect(only("main form button[type=submit]").hasAttribute("aria-busy")).toBe(false);
});
