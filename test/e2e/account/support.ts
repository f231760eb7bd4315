import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { newPerson } from "../fixtures.ts";
import { callIdentity, type Person, type Tokens } from "../support.ts";

export { expectAccessible, expectReadable } from "../axe.ts";

export const SETTINGS = "/settings/general";

type Message = { actionLink: string; code: string; type: string; to: string };

/** The newest message to an address; polls, because there is no event for it. */
export const mailTo = async (request: APIRequestContext, to: string, type: string): Promise<Message> => {
  let message: Message | undefined;
  await expect(async () => {
    const response = await request.get("/__local/outbox/latest", { params: { to, type } });
    expect(response.status(), `a message ${type} to ${to}`).toBe(200);
    message = await response.json();
  }).toPass({ timeout: 10_000 });
  if (!message) throw new Error("unreachable: toPass throws first");
  return message;
};

export const mailCount = async (request: APIRequestContext, to: string, type: string): Promise<number> => {
  const response = await request.get("/__local/outbox", { params: { to, type } });
  return (await response.json()).messages.length;
};

/**
 * Path and query of a mailed link, which are the same on every origin. Removes `world`, because the host already
 * names the world.
 */
export const pathOf = (link: string): string => {
  const url = new URL(link);
  url.searchParams.delete("world");
  return url.pathname + url.search;
};

/** The next code of an account's authenticator app. */
export const appCode = async (request: APIRequestContext, email: string): Promise<string> => {
  const response = await request.get("/__local/totp", { params: { email } });
  return (await response.json()).code;
};

/** The code of an app with this key, which the page shows in groups. */
export const codeForKey = (key: string): string => new TOTP({ secret: key.replace(/\s/g, "") }).generate();

/** Signs in on another device. */
export const signInElsewhere = async (request: APIRequestContext, person: Person): Promise<Tokens> => {
  const response = await callIdentity(request, "signInWithPassword", { ...person, returnSecureToken: true });
  expect(response.status(), `${person.email} signs in elsewhere`).toBe(200);
  return response.json();
};

/** Loads a scenario under an address of the test's own. */
export const fromScenario = async (
  request: APIRequestContext,
  name: "verified customer" | "second factor" | "sms second factor",
): Promise<Person> => {
  const response = await request.post("/__local/scenarios", { data: { name, email: newPerson().email } });
  expect(response.status(), `the scenario "${name}"`).toBe(200);
  const { email, password } = await response.json();
  return { email, password };
};

/** The sign-in link that the user requested on another device, opened here. */
export const mailedLink = async (
  request: APIRequestContext,
  person: Person,
  requestType: "VERIFY_EMAIL" | "VERIFY_AND_CHANGE_EMAIL",
  newEmail?: string,
): Promise<Message> => {
  const { idToken } = await signInElsewhere(request, person);
  await callIdentity(request, "sendOobCode", {
    requestType,
    idToken,
    ...(newEmail === undefined ? {} : { newEmail }),
  });
  return mailTo(request, newEmail ?? person.email, requestType);
};

/** The message for resetting a password. */
export const resetMessage = async (request: APIRequestContext, email: string): Promise<Message> => {
  await callIdentity(request, "sendOobCode", { requestType: "PASSWORD_RESET", email });
  return mailTo(request, email, "PASSWORD_RESET");
};

/** A failure script: the next change is refused because the sign-in is too old. */
export const wantsRecentSignIn = (endpoint: string) => ({
  endpoint,
  times: 1,
  fault: { kind: "error", word: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN" } as const,
});

export const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

export const field = (page: Page, section: string, label: string) =>
  card(page, section).getByLabel(label, { exact: true });
export const press = (page: Page, section: string, name: string) =>
  card(page, section).getByRole("button", { name, exact: true }).click();
export const expectSaved = (page: Page, section: string, text: string | RegExp) =>
  expect(card(page, section).getByRole("status").filter({ hasText: text })).toBeVisible();

/** The re-authentication in place before a sensitive change. */
export const proofOf = (page: Page) => page.getByRole("region", { name: "Confirm it’s you" });
export const proveByPassword = async (page: Page, password: string) => {
  await proofOf(page).getByLabel("Your password", { exact: true }).fill(password);
  await proofOf(page).getByRole("button", { name: "Confirm", exact: true }).click();
};

/** The project's rule for reCAPTCHA Enterprise. It holds for all accounts of a test's world. */
export const demand = async (request: APIRequestContext, state: "OFF" | "AUDIT" | "ENFORCE") => {
  const response = await request.patch(
    "/identitytoolkit.googleapis.com/v2/projects/demo-project/config?updateMask=recaptchaConfig",
    {
      headers: { authorization: "Bearer owner" },
      data: { recaptchaConfig: { emailPasswordEnforcementState: state, phoneEnforcementState: state } },
    },
  );
  expect(response.status()).toBe(200);
};
