import { afterEach, expect, test, vi } from "vitest";
import * as compat from "../../src/compat/index.ts";
import { codeOf } from "./text-messages.ts";
import { open } from "./world.ts";

const PHONE = "+15555551000";
const OTHER = "+15555552000";

afterEach(() => vi.unstubAllGlobals());

/** An application's own verifier; `resets` counts the text messages. */
function createVerifier() {
  const verifier = {
    type: "recaptcha",
    resets: 0,
    verify: async () => "token",
    _reset() {
      verifier.resets += 1;
    },
  };
  return verifier;
}

async function signIn({ auth, services }: ReturnType<typeof open>, phone = PHONE) {
  const { verificationId, confirm } = await compat.signInWithPhoneNumber(auth, phone, createVerifier());
  return confirm(await codeOf(services, verificationId));
}

test("a code from a text message signs the user in", async () => {
  const world = open();
  const result = await signIn(world);
  expect(result).toMatchObject({
    operationType: "signIn",
    providerId: "phone",
    user: { phoneNumber: PHONE },
  });
  expect(compat.getAdditionalUserInfo(result)).toEqual({ isNewUser: true, providerId: "phone", profile: {} });
  await expect(compat.signInWithPhoneNumber(world.auth, "none", createVerifier())).rejects.toMatchObject({
    code: "auth/invalid-phone-number",
  });
});

test("the verifier is reset after each text message, even after a refused one", async () => {
  const { auth } = open();
  const verifier = createVerifier();
  await compat.signInWithPhoneNumber(auth, PHONE, verifier);
  await compat.signInWithPhoneNumber(auth, "none", verifier).catch(() => {});
  expect(verifier.resets).toBe(2);
});

test.each([
  ["no verifier", undefined],
  ["a verifier of another type", { type: "other", verify: async () => "token" }],
  ["a verifier without a token", { type: "recaptcha", verify: async () => undefined as unknown as string }],
])("signInWithPhoneNumber rejects with argument-error for %s", async (_, verifier) => {
  const { auth, paths } = open();
  await expect(compat.signInWithPhoneNumber(auth, PHONE, verifier)).rejects.toMatchObject({
    code: "auth/argument-error",
  });
  expect(paths()).toEqual([]);
});

test("an anonymous user links a phone number, and cannot link a second one", async () => {
  const { auth, services } = open();
  const { user } = await compat.signInAnonymously(auth);
  const { verificationId, confirm } = await compat.linkWithPhoneNumber(user, PHONE, createVerifier());
  const result = await confirm(await codeOf(services, verificationId));
  expect(result).toMatchObject({ operationType: "link", user: { phoneNumber: PHONE, uid: user.uid } });
  await expect(compat.linkWithPhoneNumber(user, OTHER, createVerifier())).rejects.toMatchObject({
    code: "auth/provider-already-linked",
  });
});

test("the error for another account's phone number contains a credential that signs in to that account", async () => {
  const world = open();
  const { auth, services } = world;
  const { user: owner } = await signIn(world);
  const { user } = await compat.signInAnonymously(auth);
  const id = await new compat.PhoneAuthProvider(auth).verifyPhoneNumber(PHONE, createVerifier());
  const credential = compat.PhoneAuthProvider.credential(id, await codeOf(services, id));
  const error = await compat.updatePhoneNumber(user, credential).catch((caught) => caught);
  expect(error).toMatchObject({
    code: "auth/account-exists-with-different-credential",
    customData: { phoneNumber: PHONE },
  });
  const proof = compat.PhoneAuthProvider.credentialFromError(error) as compat.PhoneAuthCredential;
  const result = await compat.signInWithCredential(auth, proof);
  expect(result.user.uid).toBe(owner.uid);
  expect(compat.PhoneAuthProvider.credentialFromResult(result)).toBeNull();
});

test("updatePhoneNumber replaces the user's phone number", async () => {
  const world = open();
  const { user } = await signIn(world);
  const id = await new compat.PhoneAuthProvider(world.auth).verifyPhoneNumber(OTHER, createVerifier());
  await compat.updatePhoneNumber(
    user,
    compat.PhoneAuthProvider.credential(id, await codeOf(world.services, id)),
  );
  expect(user.phoneNumber).toBe(OTHER);
});

test("a re-authentication with another user's phone number is refused", async () => {
  const world = open();
  await signIn(world, OTHER);
  const { user } = await signIn(world);
  const attempt = async (phone: string) => {
    const sent = await compat.reauthenticateWithPhoneNumber(user, phone, createVerifier());
    return sent.confirm(await codeOf(world.services, sent.verificationId));
  };
  expect(await attempt(PHONE)).toMatchObject({ operationType: "reauthenticate" });
  await expect(attempt(OTHER)).rejects.toMatchObject({ code: "auth/user-mismatch" });
});

/** The part of a document that the verifier uses. */
function createPage() {
  type Element = { children: object[]; src?: string; onerror?: () => void } & Record<string, unknown>;
  const element = (): Element => {
    const children: object[] = [];
    return {
      children,
      append: (child: object) => children.push(child),
      hasChildNodes: () => children.length > 0,
      replaceChildren: () => children.splice(0),
    };
  };
  const container = element();
  const head = element();
  vi.stubGlobal("document", {
    head,
    createElement: element,
    getElementById: (id: string) => (id === "captcha" ? container : null),
  });
  return { container: container as unknown as HTMLElement, scripts: head.children as Element[] };
}

test("with an emulator, RecaptchaVerifier loads no script and passes a token to its callback", async () => {
  const { auth } = open();
  const { container, scripts } = createPage();
  const tokens: string[] = [];
  const verifier = new compat.RecaptchaVerifier(auth, "captcha", { callback: (token) => tokens.push(token) });
  await compat.signInWithPhoneNumber(auth, PHONE, verifier);
  expect(tokens).toHaveLength(1);
  expect(container.hasChildNodes()).toBe(true);
  expect(scripts).toEqual([]);
  verifier.clear();
  expect(container.hasChildNodes()).toBe(false);
  await expect(verifier.verify()).rejects.toMatchObject({ code: "auth/internal-error" });
});

test("RecaptchaVerifier renders Google's widget once, with the project's key, and waits until the user solves it", async () => {
  const { auth, paths } = open();
  const { container, scripts } = createPage();
  auth.settings.appVerificationDisabledForTesting = false;
  auth.languageCode = "fr";
  const verifier = new compat.RecaptchaVerifier(auth, container, { size: "compact" });
  const token = verifier.verify();
  await vi.waitFor(() => expect(scripts).toHaveLength(1));
  const url = new URL(String(scripts[0]?.src));
  expect(url.origin + url.pathname).toBe("https://www.google.com/recaptcha/api.js");
  expect(url.searchParams.get("hl")).toBe("fr");
  const rendered: Parameters<NonNullable<(typeof grecaptcha)["render"]>>[] = [];
  const grecaptcha = {
    render: (place: object, parameters: { callback(token: string): void; sitekey: string; size: string }) =>
      rendered.push([place, parameters]) - 1,
    getResponse: () => "",
    execute: vi.fn(),
    reset: vi.fn(),
  };
  vi.stubGlobal("grecaptcha", grecaptcha);
  (globalThis as unknown as Record<string, () => void>)[String(url.searchParams.get("onload"))]?.();
  await vi.waitFor(() => expect(rendered).toHaveLength(1));
  expect(rendered[0]?.[1]).toMatchObject({ size: "compact", sitekey: expect.stringContaining("Fake-key") });
  expect(paths()).toEqual([expect.stringMatching("/v1/recaptchaParams")]);
  rendered[0]?.[1].callback("");
  rendered[0]?.[1].callback("solved");
  expect(await token).toBe("solved");
  expect(await verifier.render()).toBe(0);
  expect(grecaptcha.execute).not.toHaveBeenCalled();
  verifier._reset();
  expect(grecaptcha.reset).toHaveBeenCalledWith(0);
});

test("RecaptchaVerifier rejects if its script cannot load, and loads the script again at the next call", async () => {
  const { auth } = open();
  const { container, scripts } = createPage();
  auth.settings.appVerificationDisabledForTesting = false;
  const verifier = new compat.RecaptchaVerifier(auth, container, { size: "invisible" });
  for (const attempt of [1, 2]) {
    const outcome = verifier.verify().catch((error) => error);
    await vi.waitFor(() => expect(scripts).toHaveLength(attempt));
    scripts[attempt - 1]?.onerror?.();
    expect(await outcome).toMatchObject({ code: "auth/internal-error" });
  }
});

test("RecaptchaVerifier throws for a missing or used container, a site key, and an environment without a document", () => {
  const { auth } = open();
  const refused = expect.objectContaining({ code: "auth/argument-error" });
  const unsupported = { code: "auth/operation-not-supported-in-this-environment" };
  expect(() => new compat.RecaptchaVerifier(auth, "captcha")).toThrow(expect.objectContaining(unsupported));
  const { container } = createPage();
  expect(() => new compat.RecaptchaVerifier(auth, "other")).toThrow(refused);
  expect(() => new compat.RecaptchaVerifier(auth, container, { sitekey: "key" })).toThrow(refused);
  container.append("used");
  expect(() => new compat.RecaptchaVerifier(auth, container)).toThrow(refused);
  expect(new compat.RecaptchaVerifier(auth, container, { size: "invisible" }).type).toBe("recaptcha");
});
