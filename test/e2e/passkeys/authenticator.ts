import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { newPerson } from "../fixtures.ts";
import type { Person } from "../support.ts";

type ScenarioPasskey = { credentialId: string; rpId: string; userHandle: string; privateKey: string };
type Owner = Person & { uid: string; passkey: ScenarioPasskey };

const toBase64 = (text: string): string => Buffer.from(text, "base64url").toString("base64");

/**
 * A virtual authenticator in the page's browser, by the DevTools protocol. It responds immediately while a user is
 * `present`; otherwise a prompt stays open until the page or the browser ends it.
 */
export async function addAuthenticator(page: Page, { present = true } = {}) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: present,
    },
  });
  const credentials = async () =>
    (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  return {
    credentials,
    setPresent: (enabled: boolean) =>
      session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
    /** Lets user verification fail, as with an unknown finger. */
    setVerified: (isUserVerified: boolean) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    hold: ({ credentialId, rpId, userHandle, privateKey }: ScenarioPasskey, signCount = 0) =>
      session.send("WebAuthn.addCredential", {
        authenticatorId,
        credential: {
          credentialId: toBase64(credentialId),
          isResidentCredential: true,
          rpId,
          userHandle,
          privateKey,
          signCount,
        },
      }),
    forget: (credentialId: string) =>
      session.send("WebAuthn.removeCredential", { authenticatorId, credentialId: toBase64(credentialId) }),
  };
}

/** A user with a passkey, created outside this browser. */
export async function passkeyOwner(
  request: APIRequestContext,
  name: "passkey only" | "password and passkey" = "password and passkey",
): Promise<Owner> {
  const response = await request.post("/__local/scenarios", {
    data: { name, email: newPerson("pat").email },
  });
  expect(response.status(), `the scenario "${name}"`).toBe(200);
  return response.json();
}

/** A change to an account by the server's administrator. */
export const administer = async (request: APIRequestContext, uid: string, change: object) => {
  const response = await request.patch(`/__local/accounts/${uid}`, { data: change });
  expect(response.status(), await response.text()).toBe(200);
};

/**
 * Turns autofill off for tests of the button, because a virtual authenticator answers the autofill as soon as a user
 * is present, and then leaves an earlier prompt unanswered.
 */
export const withoutAutofill = (page: Page) =>
  page.addInitScript(() => {
    if (!("PublicKeyCredential" in window)) return; // an empty or insecure document has none
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });

/** The sign-in page's message after a canceled prompt, which is no error. */
export const canceled = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: /No passkey was used: the prompt was canceled or timed out/ });

/** Notes how the page asks for passkeys: `conditional` in the autofill, `immediate` at once, `modal` in a prompt. */
export async function notePrompts(page: Page) {
  await page.addInitScript(() => {
    const asked: string[] = [];
    Object.assign(window, { asked });
    const { credentials } = navigator;
    const get = credentials.get.bind(credentials);
    credentials.get = (options) => {
      asked.push(options?.mediation ?? Reflect.get(options ?? {}, "uiMode") ?? "modal");
      return get(options);
    };
  });
  return () => page.evaluate((): string[] => Reflect.get(window, "asked"));
}

export const passkeyButton = (page: Page) =>
  page.getByRole("main").getByRole("button", { name: /^Sign in with a passkey/ });
