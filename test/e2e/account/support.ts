import { createHmac } from "node:crypto";
import AxeBuilder from "@axe-core/playwright";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { createAccount, failFor, fillSignIn, type Person } from "../support.ts";

type Message = { actionLink: string; code: string; type: string; to: string };

/** The newest message to an address; waits for it, since nobody tells when one was sent. */
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

/** The part of a mailed link that belongs to whichever origin the page is on. */
export const pathOf = (link: string): string => {
  const { pathname, search } = new URL(link);
  return pathname + search;
};

/** The code an authenticator app would show next for an account that has one. */
export const appCode = async (request: APIRequestContext, email: string): Promise<string> => {
  const response = await request.get("/__local/totp", { params: { email } });
  return (await response.json()).code;
};

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_MS = 30_000;

/** What an app shows that was given this key: RFC 6238 with SHA-1, six digits, thirty seconds. */
export const codeForKey = (key: string, at = Date.now()): string => {
  const bits = [...key.replace(/\s/g, "")]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const secret = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / STEP_MS)));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
};

/** An account made elsewhere, signed in here. */
export const signedIn = async (
  page: Page,
  request: APIRequestContext,
  person: Person,
  path = "/dashboard",
) => {
  await createAccount(request, person);
  await page.goto(`/auth/signin?next=${encodeURIComponent(path)}`);
  await fillSignIn(page, person);
  await expect(page).toHaveURL(path);
};

/** Proves the address, as opening the mailed link elsewhere would. */
export const verifyEmail = async (request: APIRequestContext, person: Person) => {
  const signIn = await request.post("/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k", {
    data: { ...person, returnSecureToken: true },
  });
  const { idToken } = await signIn.json();
  await request.post("/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k", {
    data: { requestType: "VERIFY_EMAIL", idToken },
  });
  const { code } = await mailTo(request, person.email, "VERIFY_EMAIL");
  await request.post("/identitytoolkit.googleapis.com/v1/accounts:update?key=k", { data: { oobCode: code } });
};

/** The next change of this account meets a session that is too old for it. */
export const wantRecentSignIn = (request: APIRequestContext, email: string, endpoint: string) =>
  failFor(request, {
    endpoint,
    email,
    times: 1,
    fault: { kind: "error", word: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN" },
  });

/** Clicks a button that opens a provider's window, and hands that window out. */
export const openPopup = async (page: Page, button: string): Promise<Page> => {
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("main").getByRole("button", { name: button }).click(),
  ]);
  await popup.getByRole("heading", { name: /pretend|Sign in with/ }).waitFor();
  return popup;
};

/** Goes on at the pretend provider as somebody with this address. */
export const consentAs = async (popup: Page, email: string, { isVouchedFor = true } = {}) => {
  await popup.getByLabel("E-mail").fill(email);
  await popup.getByRole("checkbox").setChecked(isVouchedFor);
  const closed = popup.waitForEvent("close");
  await popup.getByRole("button", { name: "Add and continue" }).click();
  await closed;
};

export const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** No violation of WCAG 2.2 AA that a machine can find, in the state the page is in. */
export const expectAccessible = async (page: Page, state: string, except: string[] = []) => {
  // Colours are judged at rest: a transition has no contrast of its own.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .disableRules(except)
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
    state,
  ).toEqual([]);
};
