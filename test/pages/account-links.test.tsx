import { signInWithPassword } from "@tallybin/identity";
import { describe, expect, test } from "vitest";
import { identityClient } from "../../src/identity/client/client.ts";
import { pressButton, texts } from "./support/render.tsx";
import { ADA, open, startSite } from "./support/site.tsx";
import { until } from "./support/until.ts";

const NEW_EMAIL = "ada.new@example.com";
const local = startSite();

const call = local.callElsewhere;
const account = async (localId: string) =>
  (await call("v1/accounts:lookup", { localId: [localId] })).users[0];

type Owner = { localId: string; idToken: string };
const createAda = (): Promise<Owner> => call("v1/accounts:signUp", { ...ADA, returnSecureToken: true });
const MAILS = {
  verifyEmail: ({ idToken }: Owner) =>
    call("v1/accounts:sendOobCode", { requestType: "VERIFY_EMAIL", idToken }),
  verifyAndChangeEmail: ({ idToken }: Owner) =>
    call("v1/accounts:sendOobCode", { requestType: "VERIFY_AND_CHANGE_EMAIL", idToken, newEmail: NEW_EMAIL }),
  recoverEmail: ({ idToken }: Owner) => call("v1/accounts:update", { idToken, email: NEW_EMAIL }),
  async revertSecondFactorAddition({ localId, idToken }: Owner) {
    await call("v1/accounts:update", { localId, emailVerified: true });
    const { phoneSessionInfo } = await call("v2/accounts/mfaEnrollment:start", {
      idToken,
      phoneEnrollmentInfo: { phoneNumber: "+15550100001", recaptchaToken: "local" },
    });
    const [{ code } = { code: "" }] = local.services.outbox.list({ kind: "sms" });
    await call("v2/accounts/mfaEnrollment:finalize", {
      idToken,
      displayName: "My phone",
      phoneVerificationInfo: { sessionInfo: phoneSessionInfo.sessionInfo, code },
    });
  },
};
type Mode = keyof typeof MAILS;

const linkOf = (mode: Mode): string => {
  const mail = local.services.outbox
    .list({ kind: "mail" })
    .find(({ actionLink = "" }) => actionLink.includes(mode));
  if (mail?.actionLink === undefined) throw new Error(`There is no mail for ${mode}.`);
  return `/firebase-action${new URL(mail.actionLink).search}`;
};
const main = () => texts("main").join();
const buttons = () => texts("main button");

const PROMPTS: readonly [mode: Mode, says: RegExp, button: string, done: string][] = [
  [
    "verifyEmail",
    /ada@example\.com/,
    "Verify my email",
    "Your email has been verified. You may now close this window.",
  ],
  [
    "verifyAndChangeEmail",
    /from ada@example\.com to ada\.new@example\.com/,
    "Change my email",
    "Your email address is now ada.new@example.com. Sign in with it from now on.",
  ],
  [
    "recoverEmail",
    /from ada\.new@example\.com back to ada@example\.com/,
    "Set my email back",
    "Your email address has been set back to ada@example.com.",
  ],
  [
    "revertSecondFactorAddition",
    /“My phone”.*ada@example\.com/,
    "Remove it",
    "The verification method “My phone” has been removed from your account.",
  ],
];

describe.each(PROMPTS)("a mailed link for %s", (mode, says, button, done) => {
  test("the page says what the link will do and to which address, and changes nothing", async () => {
    const owner = await createAda();
    await MAILS[mode](owner);
    const [before, mails] = [await account(owner.localId), local.services.outbox.list().length];
    await open(linkOf(mode));
    await until(() => expect(buttons()).toEqual([button]));
    expect(main()).toMatch(says);
    expect(main()).not.toContain(done);
    expect(await account(owner.localId)).toEqual(before);
    expect(local.services.outbox.list()).toHaveLength(mails);
  });

  test("one press of the one button is enough, and a second press sends no second request", async () => {
    const owner = await createAda();
    await MAILS[mode](owner);
    const before = await account(owner.localId);
    await open(linkOf(mode));
    await until(() => expect(buttons()).toEqual([button]));
    const [pressed] = document.querySelectorAll<HTMLButtonElement>("main button");
    pressed?.click();
    pressed?.click();
    await until(() => expect(main()).toContain(done));
    expect(local.sent("accounts:update")).toHaveLength(1);
    expect(local.sent("accounts:sendOobCode")).toHaveLength(mode === "recoverEmail" ? 1 : 0);
    expect(await account(owner.localId)).not.toEqual(before);
  });

  test("the button stays after a failure that may be temporary", async () => {
    await MAILS[mode](await createAda());
    await open(linkOf(mode));
    await until(() => expect(buttons()).toEqual([button]));
    local.services.failures.add({ endpoint: "accounts:update", fault: { kind: "offline" }, times: 1 });
    await pressButton(button);
    await until(() => expect(texts("main [role=alert]")).toHaveLength(1));
    await pressButton(button);
    await until(() => expect(main()).toContain(done));
  });

  test("a code for another purpose is refused before the press", async () => {
    const owner = await createAda();
    const other = mode === "verifyEmail" ? "verifyAndChangeEmail" : "verifyEmail";
    await MAILS[other](owner);
    await open(linkOf(other).replace(other, mode));
    await until(() => expect(texts("main h1")).toEqual(["This link doesn’t work"]));
    expect(buttons()).toEqual([]);
  });
});

test("a link for an address is offered without the address where the project has no passwords to check codes for", async () => {
  const owner = await createAda();
  await MAILS.verifyEmail(owner);
  local.services.identity.settings.passwordSignIn = false;
  await open(linkOf("verifyEmail"));
  await until(() => expect(buttons()).toEqual(["Verify my email"]));
  await pressButton("Verify my email");
  await until(() => expect(main()).toContain("Your email has been verified."));
  expect(await account(owner.localId)).toMatchObject({ emailVerified: true });
});

test("the page reports that the address was restored even if the mail for a new password fails", async () => {
  await MAILS.recoverEmail(await createAda());
  await open(linkOf("recoverEmail"));
  await until(() => expect(buttons()).toHaveLength(1));
  local.services.failures.add({ endpoint: "accounts:sendOobCode", fault: { kind: "status", status: 503 } });
  await pressButton("Set my email back");
  await until(() => expect(main()).toContain("set back to ada@example.com"));
  expect(texts("main a")).toContain("Get a new password");
});

describe("a verification link that was used already", () => {
  const useLink = async () => {
    const owner = await createAda();
    await MAILS.verifyEmail(owner);
    const link = linkOf("verifyEmail");
    await call("v1/accounts:update", { oobCode: new URLSearchParams(link.split("?")[1]).get("oobCode") });
    return link;
  };

  test("the signed-in owner of a verified address is told so, with the address", async () => {
    const link = await useLink();
    await signInWithPassword(await identityClient(), ADA);
    await open(link);
    await until(() => expect(texts("main h1")).toEqual(["Email address verified"]));
    expect(main()).toContain("Your email has been verified.");
    expect(main()).toContain(ADA.email);
    expect(texts("main [role=alert]")).toEqual([]);
  });

  test("a visitor without a session is asked to sign in", async () => {
    await open(await useLink());
    await until(() => expect(texts("main h1")).toEqual(["This link doesn’t work"]));
  });

  test("a signed-in user whose address is not verified is asked to request a new link", async () => {
    const link = await useLink();
    await call("v1/accounts:signUp", { email: NEW_EMAIL, password: ADA.password });
    await signInWithPassword(await identityClient(), { email: NEW_EMAIL, password: ADA.password });
    await open(link);
    await until(() =>
      expect(texts("main [role=alert]").join()).toMatch(/request a new link on your dashboard/),
    );
  });
});
