import type { Channel } from "@tallybin/platform/browser";
import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { IdentityError, unsupportedError } from "../errors/identity-error.ts";
import { nameOf } from "../lib/browser.ts";
import type { PageWindow } from "../platform.ts";
import {
  type Credential,
  linkWithCredential,
  reauthenticateWithCredential,
  type SignInResult,
  signInWithCredential,
} from "../sign-in/credential.ts";
import type { ProviderId, User } from "../user.ts";
import { BLANK, openPopup } from "./popup-platform.ts";
import { type PopupOptions, runPopup } from "./runner.ts";

/**
 * Signs in through a provider's popup. Call it before any `await` in a click handler, or the browser blocks the
 * popup.
 * @throws IdentityError `popup-blocked`, `popup-closed-by-user`, `cancelled-popup-request`, `user-cancelled`,
 * `unauthorized-domain`, `operation-not-supported-in-this-environment`, `argument-error` (`detail` names the
 * option), `account-exists-with-different-credential`, `multi-factor-auth-required`, `user-disabled`; a request's
 * codes
 */
export const signInWithPopup = (client: IdentityClient, providerId: ProviderId, options: PopupOptions = {}) =>
  completeWithPopup(client, providerId, options, signInWithCredential);

/**
 * Adds a provider to the signed-in account.
 * @throws IdentityError `provider-already-linked`, `credential-already-in-use`, `popup-blocked`,
 * `popup-closed-by-user`, `cancelled-popup-request`, `user-cancelled`, `unauthorized-domain`,
 * `operation-not-supported-in-this-environment`, `argument-error` (`detail` names the option); an account's codes
 */
export const linkWithPopup = (client: IdentityClient, providerId: ProviderId, options: PopupOptions = {}) =>
  completeWithPopup(client, providerId, options, linkWithCredential);

/**
 * Proves the user's identity again. Creates no account for another person.
 * @throws IdentityError `user-mismatch`, `multi-factor-auth-required`, `popup-blocked`, `popup-closed-by-user`,
 * `cancelled-popup-request`, `user-cancelled`, `unauthorized-domain`, `operation-not-supported-in-this-environment`,
 * `argument-error` (`detail` names the option); an account's codes
 */
export const reauthenticateWithPopup = (
  client: IdentityClient,
  providerId: ProviderId,
  options: PopupOptions = {},
) => completeWithPopup(client, providerId, options, reauthenticateWithCredential);

async function completeWithPopup(
  client: IdentityClient,
  providerId: ProviderId,
  options: PopupOptions,
  complete: (client: IdentityClient, credential: Credential) => Promise<User>,
): Promise<SignInResult> {
  const isForSession = complete !== signInWithCredential;
  let { popup } = options;
  let channel: Channel | undefined;
  try {
    const { platform } = partsOf(client);
    // Before the first storage read, open the window and let the read decide: a browser would block a later one.
    if (isForSession && client.getState().status === "signed-out") throw new IdentityError("signed-out");
    if (options.signal?.aborted) throw new IdentityError("cancelled-popup-request");
    const page = platform.window ?? (globalThis as unknown as PageWindow);
    const attempt = platform.random();
    channel = platform.channel?.(nameOf("callback", platform.namespace));
    if (!channel) throw unsupportedError("BroadcastChannel");
    popup ??= openPopup(platform.popupUrl ?? BLANK, page);
    // If site data is blocked, the popup could not name the attempt of its response.
    popup.sessionStorage.setItem(nameOf("attempt", platform.namespace), attempt);
    const task = { attempt, providerId, isForSession, complete };
    return runPopup(client, { popup, channel, page }, task, options);
  } catch (cause) {
    popup?.close();
    channel?.close();
    throw cause instanceof IdentityError ? cause : unsupportedError(cause);
  }
}
