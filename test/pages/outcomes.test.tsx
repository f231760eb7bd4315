import { IdentityError } from "@tallybin/identity";
import { expect, test, vi } from "vitest";
import { toFailure } from "../../src/messages/failure.ts";
import { EnrollmentPanel } from "../../src/pages/settings/factors/factors-section.tsx";
import { only, problems, render, settle, texts, type } from "./support/render.tsx";
import { ADA, leave, open, signUpAda, signUpAs, startSite } from "./support/site.tsx";
import { until } from "./support/until.ts";

const { password: PASSWORD } = ADA;
const local = startSite();
const heading = () => texts("main h1").join();

const DONE = {
  verifyEmail: "Email address verified",
  recoverEmail: "Email address restored",
  verifyAndChangeEmail: "Email address changed",
  revertSecondFactorAddition: "Verification method removed",
};
const TO_DO = {
  verifyEmail: "Verify your email address",
  recoverEmail: "Get your email address back",
  verifyAndChangeEmail: "Change your email address",
  revertSecondFactorAddition: "Remove a verification method",
};
const modes = Object.keys(DONE) as (keyof typeof DONE)[];
const DEAD = "This link doesn’t work";

type Case = { address: string; state?: unknown; fails?: string; title: string };
const cases = modes.flatMap((mode): Case[] => [
  { address: "/firebase-action", state: { oobDone: { mode } }, title: DONE[mode] },
  { address: `/firebase-action?mode=${mode}&oobCode=spent`, title: DEAD },
  { address: `/firebase-action?mode=${mode}`, title: DEAD },
  { address: `/firebase-action?mode=${mode}&oobCode=some`, fails: "offline", title: TO_DO[mode] },
]);
test.each([...cases, { address: "/firebase-action?mode=none", title: DEAD }])(
  'the heading of the page at $address is "$title"',
  async ({ address, state, fails, title }: Case) => {
    if (fails)
      local.services.failures.add({
        endpoint: ["accounts:update", "accounts:resetPassword"],
        fault: { kind: "offline" },
      });
    await open(address, state);
    await until(() => expect(heading()).toBe(title));
    expect(texts("main [role=alert]").join() === "").toBe(state !== undefined);
  },
);

test("the heading of a sign-in link's page changes when the link proves invalid", async () => {
  await open("/firebase-action?mode=signIn&oobCode=spent");
  expect(heading()).toBe("Sign in with your link");
  await fill({ email: "ada@example.com" });
  await until(() => expect(heading()).toBe(DEAD));
});

/** The page says it once, in the form's alert, and the field is marked and has the focus. */
const expectSaidOnce = async (text: RegExp, name: string) => {
  await until(() => expect(texts("main [role=alert]").join()).toMatch(text));
  expect(document.body.textContent?.match(new RegExp(text, "g"))).toHaveLength(1);
  const field = only<HTMLInputElement>(`main input[name=${name}]`);
  await until(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute("aria-invalid")).toBe("true");
  await type(field, `${field.value}1`);
  expect(field.getAttribute("aria-invalid")).toBeNull();
};
const fill = async (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values))
    await type(only<HTMLInputElement>(`main input[name=${name}]`), value);
  const [first = ""] = Object.keys(values);
  await settle(() => only<HTMLInputElement>(`main input[name=${first}]`).form?.requestSubmit());
};

test("the sign-up form reports each empty field, focuses the first one, and drops the message of a corrected one", async () => {
  await open("/auth/signup");
  await fill({ email: "" });
  const others = ["Please enter a password", "Please enter your password again"];
  await until(() => expect(problems("main")).toEqual(["Please enter an email address", ...others]));
  expect(document.activeElement).toBe(only("main [name=email]"));
  await type(only<HTMLInputElement>("main [name=email]"), "ada@example.com");
  await until(() => expect(problems("main")).toEqual(others));
});

test.each([
  ["signup", { email: "bob@example.com", pass: "abc", confirmPass: "abc" }, /too weak/, "pass"],
  ["signup", { email: "ada@example.com", pass: PASSWORD, confirmPass: PASSWORD }, /already exists/, "email"],
  ["signin", { email: "bob@example.com", pass: PASSWORD }, /couldn’t find an account/, "email"],
  ["forgotpass", { email: "bob@example.com" }, /couldn’t find an account/, "email"],
] as const)(
  "the form of /auth/%s with the values %j shows a refusal once and focuses the refused field",
  async (page, values, text, name) => {
    await signUpAda();
    await leave();
    await open(`/auth/${page}`);
    await fill(values);
    await expectSaidOnce(text, name);
  },
);

test("the password form of the settings shows a refusal once and focuses the refused field", async () => {
  await signUpAs("bob@example.com");
  await signUpAda();
  await open("/settings/general");
  await until(() => expect(heading()).toBe("Settings"));
  await fill({ current: "example-wrong", password: "a horse of mine", confirm: "a horse of mine" });
  await expectSaidOnce(/not your current password/, "current");
});

test.each([
  { kind: "totp", secretKey: "ABCDEFGH", uri: "otpauth://totp/a", enroll: vi.fn() },
  { kind: "phone", phoneNumber: "+15550100001", enroll: vi.fn() },
] as const)(
  "a wrong first code of a second factor ($kind) is reported once, and its field has the focus",
  async (enrollment) => {
    const failure = toFailure(new IdentityError("invalid-verification-code"), 0);
    const none = () => undefined;
    await render(
      <main>
        <EnrollmentPanel
          enrollment={enrollment}
          progress={{ status: "failed", runNumber: 1, failure }}
          onConfirm={none}
          onCancel={none}
        />
      </main>,
    );
    await expectSaidOnce(/Incorrect code/, "code");
  },
);
