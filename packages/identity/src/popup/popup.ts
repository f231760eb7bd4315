import { type ClientParts, type IdentityClient, partsOf } from "../client/client-parts.ts";
import { currentSession } from "../client/session-call.ts";
import { IdentityError } from "../errors/identity-error.ts";
import { tryParse } from "../lib/schema.ts";
import { type Credential, signInWithCredential } from "../sign-in/credential.ts";
import { linkWithCredential } from "../sign-in/link.ts";
import { reauthenticateWithCredential } from "../sign-in/reauthenticate.ts";
import { startAttempt } from "../sign-in/start-session.ts";
import type { User } from "../user.ts";
import { ATTEMPT_KEY, ATTEMPT_LIFETIME_MS, CALLBACK_CHANNEL, CallbackMessage } from "./attempt.ts";
import { authorize, callbackCredential } from "./authorize.ts";
import { openPopup, popupPlatform, unsupported } from "./popup-platform.ts";
import type { ProviderOptions } from "./providers.ts";

const POLL_MS = 2000;
const MOBILE_POLL_MS = 10_000;
/** The answer may be on its way while the window is already gone. */
const GRACE_MS = 2000;

export type PopupOptions = ProviderOptions & {
  /** "Cancel": closes the popup and refuses whatever it may still bring. */
  signal?: AbortSignal;
  /** Hands out the way to bring the popup to the front. */
  onOpen?: (popup: { focus(): void }) => void;
  /**
   * The browser has cut the tie to the popup, so that its closing cannot be noticed any more; the answer
   * arrives all the same. Offer "Cancel".
   */
  onSevered?: () => void;
  /**
   * The answer came after the popup was given up as closed: what becomes of it. Without this, a second factor
   * or a conflict behind a late answer would reach nobody.
   */
  onLate?: (outcome: Promise<User>) => void;
};

/** How to put an end to the popup under way, by what all clients for one person share. */
const underWay = new WeakMap<ClientParts["attempts"], () => void>();

/** Signs in through a provider's popup. Call it before any `await` of a click, or it will be blocked. */
export const signInWithPopup = (client: IdentityClient, providerId: string, options: PopupOptions = {}) =>
  withPopup(client, providerId, options, (credential) => signInWithCredential(client, credential));

/** Adds a provider to the account that is signed in. */
export const linkWithPopup = (client: IdentityClient, providerId: string, options: PopupOptions = {}) =>
  withPopup(client, providerId, options, (credential) => linkWithCredential(client, credential), true);

/** Proves once more who is signed in; no account is created for somebody else. */
export const reauthenticateWithPopup = (
  client: IdentityClient,
  providerId: string,
  options: PopupOptions = {},
) =>
  withPopup(
    client,
    providerId,
    options,
    (credential) => reauthenticateWithCredential(client, credential),
    true,
  );

async function withPopup(
  client: IdentityClient,
  providerId: string,
  { signal, onOpen, onSevered, onLate, ...options }: PopupOptions,
  complete: (credential: Credential) => Promise<User>,
  isForSession = false,
): Promise<User> {
  const parts = partsOf(client);
  if (isForSession) currentSession(parts);
  const { platform, emit, attempts, runner } = parts;
  if (!platform.channel) throw unsupported();
  const outside = popupPlatform(platform);
  const popup = openPopup(outside);
  const attempt = outside.random();
  try {
    popup.sessionStorage.setItem(ATTEMPT_KEY, attempt);
  } catch (cause) {
    // Site data is blocked: the popup could not say whose answer it brings.
    popup.close();
    throw unsupported(cause);
  }
  const channel = platform.channel(CALLBACK_CHANNEL);
  if (!channel) {
    popup.close();
    throw unsupported();
  }
  underWay.get(attempts)?.();
  const current = startAttempt(client).attempts.count;
  /** Who was signed in when it opened, as soon as that is known. */
  let uid: string | undefined;
  void runner.known().then(({ session }) => {
    uid = session?.user.uid;
  });
  const say = (type: "popup-opened" | "popup-severed" | "popup-closed") => emit({ type, providerId });
  say("popup-opened");
  onOpen?.({ focus: () => popup.focus() });

  return new Promise<User>((resolve, reject) => {
    let idpSessionId = "";
    /** Refused for good, unlike one that only looks closed: its answer may come yet. */
    let isRevoked = false;
    let isAnswered = false;
    let isOver = false;
    let isGivenUp = false;
    let stopPolling = () => {};

    /** The first reason counts; whatever comes after it finds nothing left to end. */
    const giveUp = (error: unknown) => {
      isGivenUp = true;
      stopPolling();
      popup.close();
      reject(error);
    };
    const revoke = () => {
      isRevoked = true;
      if (isOver) return;
      // An answer that is being presented signs nobody in any more: it has become a late one.
      if (isAnswered) attempts.count += 1;
      giveUp(new IdentityError("cancelled-popup-request"));
    };
    const poll = (isFirstAway: boolean) => {
      stopPolling = platform.setTimeout(
        () => {
          if (!popup.closed) return poll(false);
          if (isFirstAway) {
            // Nobody closes a page that fast: the provider's opener policy has cut the tie (measured: 0.3 s).
            say("popup-severed");
            return onSevered?.();
          }
          stopPolling = platform.setTimeout(() => {
            say("popup-closed");
            giveUp(new IdentityError("popup-closed-by-user"));
          }, GRACE_MS);
        },
        // What is cut off looks closed at once, on a phone too; a person needs longer.
        platform.isMobile && !isFirstAway ? MOBILE_POLL_MS : POLL_MS,
      );
    };
    const answer = (url: string) => {
      if (isAnswered) return emit({ type: "callback-ignored", reason: "used-attempt" });
      // Whoever signed in or out since, here or in another tab, did not ask for this answer.
      const isOvertaken = attempts.count !== current || runner.getSession()?.user.uid !== uid;
      if (isRevoked || isOvertaken) {
        emit({ type: "callback-ignored", reason: "revoked-attempt" });
        return giveUp(new IdentityError("session-changed"));
      }
      isAnswered = true;
      stopPolling();
      emit({ type: "popup-answered", providerId, late: isGivenUp });
      popup.close();
      const outcome = Promise.resolve().then(() =>
        complete(callbackCredential(parts, providerId, idpSessionId, url)),
      );
      void outcome.then(resolve, reject).then(() => {
        isOver = true;
      });
      if (isGivenUp) onLate?.(outcome);
    };

    channel.addEventListener("message", ({ data }) => {
      const message = tryParse(CallbackMessage, data);
      if (!message) return emit({ type: "callback-ignored", reason: "malformed" });
      // Another popup's answer, of this tab or another: whoever holds that attempt hears it as well.
      if (message.attempt === attempt) answer(message.url);
    });
    platform.setTimeout(() => {
      channel.close();
      if (!isAnswered) giveUp(new IdentityError("timeout"));
    }, ATTEMPT_LIFETIME_MS);
    underWay.set(attempts, revoke);
    signal?.addEventListener("abort", revoke);
    if (signal?.aborted) revoke();

    poll(false);
    authorize(parts, providerId, options, "popup").then(({ authUri, sessionId }) => {
      if (isGivenUp) return;
      // It has not left yet: no answer can be on its way that would be worth a wait.
      if (popup.closed) return giveUp(new IdentityError("popup-closed-by-user"));
      idpSessionId = sessionId;
      popup.location.replace(authUri);
      stopPolling();
      poll(true);
    }, giveUp);
  });
}
