import { tryTo } from "@tallybin/platform/browser";
import { AuthUri } from "../api/create-auth-uri.ts";
import { forUser, type IdentityClient, partsOf } from "../client/client-parts.ts";
import { forCurrentUser, hasActedSince, startSignIn } from "../client/session-call.ts";
import { IdentityError, requireArgument, unsupportedError } from "../errors/identity-error.ts";
import { nameOf } from "../lib/browser.ts";
import { Numeric, oneOf, optionalTexts, parseJson, textMatching, tryParse } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { PageWindow } from "../platform.ts";
import {
  linkWithCredential,
  reauthenticateWithCredential,
  type SignInResult,
  signInWithCredential,
} from "../sign-in/credential.ts";
import { ProviderId } from "../user.ts";
import { type ProviderOptions, presentResponse, requestProviderUrl } from "./authorize.ts";
import { ATTEMPT_LIFETIME_MS, RETURN_PATH } from "./callback.ts";

/** A redirect in progress. The callback page adds the address that it was opened at. */
const PendingRedirect = v.object({
  purpose: oneOf(["sign-in", "link", "reauthenticate"]),
  providerId: ProviderId,
  /** The provider's address that this tab was sent to. */
  sent: AuthUri,
  /** The stamp of its start. A user who signs in or out later no longer wants it. */
  startedAt: Numeric,
  returnTo: textMatching(RETURN_PATH),
  ...optionalTexts("uid", "url", "posted"),
});
type PendingRedirect = v.InferOutput<typeof PendingRedirect>;

const parsePendingRedirect = (stored: string | null | undefined) =>
  tryParse(PendingRedirect, parseJson(stored ?? ""));

/** The redirect in progress of this tab. None if site data is blocked, because then no redirect can have started. */
const readPendingRedirect = (client: IdentityClient): PendingRedirect | undefined => {
  const { namespace, window = globalThis as unknown as PageWindow } = partsOf(client).platform;
  return parsePendingRedirect(tryTo(() => window.sessionStorage.getItem(nameOf("redirect", namespace))));
};

export type RedirectOptions = ProviderOptions & {
  /** The path to return to. */
  returnTo: string;
};

/**
 * Navigates this tab to the provider, for browsers without popups; `getRedirectResult` completes the sign-in.
 * @throws IdentityError `unauthorized-domain`, `operation-not-supported-in-this-environment`, `argument-error` for a
 * wrong `callbackUrl` or `returnTo`; a request's codes
 */
export const signInWithRedirect = (
  client: IdentityClient,
  providerId: ProviderId,
  options: RedirectOptions,
) => leaveForProvider(client, providerId, options, "sign-in");

/**
 * Like `linkWithPopup`, with a redirect.
 * @throws IdentityError `signed-out`, `unauthorized-domain`, `operation-not-supported-in-this-environment`,
 * `argument-error` for a wrong `callbackUrl` or `returnTo`; a request's codes
 */
export const linkWithRedirect = (client: IdentityClient, providerId: ProviderId, options: RedirectOptions) =>
  leaveForProvider(client, providerId, options, "link");

/**
 * Like `reauthenticateWithPopup`, with a redirect.
 * @throws IdentityError `signed-out`, `unauthorized-domain`, `operation-not-supported-in-this-environment`,
 * `argument-error` for a wrong `callbackUrl` or `returnTo`; a request's codes
 */
export const reauthenticateWithRedirect = (
  client: IdentityClient,
  providerId: ProviderId,
  options: RedirectOptions,
) => leaveForProvider(client, providerId, options, "reauthenticate");

async function leaveForProvider(
  client: IdentityClient,
  providerId: ProviderId,
  { returnTo, ...options }: RedirectOptions,
  purpose: PendingRedirect["purpose"],
): Promise<void> {
  const parts = partsOf(client);
  const startedAt = parts.runner.nextStamp();
  startSignIn(client);
  await parts.runner.firstRead();
  const own = purpose === "sign-in" ? client : await forCurrentUser(client);
  const sent = await requestProviderUrl(parts, providerId, options, "redirect");
  const pending: PendingRedirect = {
    purpose,
    providerId,
    sent,
    startedAt,
    uid: partsOf(own).owner,
    returnTo,
  };
  const text = JSON.stringify(pending);
  requireArgument(parsePendingRedirect(text), "returnTo");
  const { namespace, window = globalThis as unknown as PageWindow } = parts.platform;
  try {
    // A popup whose user continues on the site still stores its attempt, and the callback page would close it.
    window.sessionStorage.removeItem(nameOf("attempt", namespace));
    window.sessionStorage.setItem(nameOf("redirect", namespace), text);
  } catch (cause) {
    throw unsupportedError(cause);
  }
  window.location.assign(sent.authUri);
}

/**
 * Completes a redirect after the tab has returned. Resolves to `undefined` if there was none, or none that returned
 * within ten minutes. Call it once, at the start of the page.
 * @throws IdentityError `user-cancelled`, `session-changed`, `account-exists-with-different-credential`,
 * `multi-factor-auth-required`, `user-disabled`; a request's codes; of a redirect that links or re-authenticates
 * also the codes of `linkWithCredential` or `reauthenticateWithCredential`
 */
export async function getRedirectResult(client: IdentityClient): Promise<SignInResult | undefined> {
  const parts = partsOf(client);
  const { namespace, now, window = globalThis as unknown as PageWindow } = parts.platform;
  const pending = readPendingRedirect(client);
  // Remove the response before its use, because a reload must not send it twice.
  tryTo(() => window.sessionStorage.removeItem(nameOf("redirect", namespace)));
  if (!pending?.url || now() - pending.startedAt > ATTEMPT_LIFETIME_MS) return undefined;
  const { purpose, uid, url, posted } = pending;
  const attempt = startSignIn(client);
  await parts.runner.firstRead();
  // The user may have signed in or out since, in another tab, or in this one before the first storage read.
  if (hasActedSince(parts, pending.startedAt) || parts.runner.getState().latestSignIn !== attempt)
    throw new IdentityError("session-changed");
  return presentResponse(parts, pending, { url, posted }, (credential) =>
    COMPLETE[purpose](uid ? forUser(client, uid) : client, credential),
  );
}

const COMPLETE = {
  "sign-in": signInWithCredential,
  link: linkWithCredential,
  reauthenticate: reauthenticateWithCredential,
};
