import { type Channel, tryTo } from "@tallybin/platform/browser";
import { createRunner } from "@tallybin/platform/runner";
import type { AuthUri } from "../api/create-auth-uri.ts";
import { callbackUrlOf, type IdentityClient, partsOf } from "../client/client-parts.ts";
import { forCurrentUser, hasActedSince, startSignIn } from "../client/session-call.ts";
import { IdentityError, unsupportedError } from "../errors/identity-error.ts";
import { optionalTexts, Text, tryParse } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { PageWindow, PopupWindow } from "../platform.ts";
import type { Credential, SignInResult } from "../sign-in/credential.ts";
import type { User } from "../user.ts";
import { type ProviderOptions, presentResponse, requestProviderUrl } from "./authorize.ts";
import { ATTEMPT_LIFETIME_MS } from "./callback.ts";
import { isAwaited, type PopupEffect, type PopupEvent, type PopupState, transition } from "./lifecycle.ts";
import { hasPopupReturned, waitForFirstPage } from "./popup-platform.ts";

/** The callback page's message. Any script of the origin could post it, so every listener parses it. */
const CallbackMessage = v.object({
  attempt: Text,
  url: Text,
  ...optionalTexts("posted"),
});

export type PopupOptions = ProviderOptions & {
  /** "Cancel": closes the popup and drops any later response. A link that Google is already checking completes. */
  signal?: AbortSignal;
  /** A window that `openPopup` opened in the click, while the code of this function was still loading. */
  popup?: PopupWindow;
  /** Receives a function that brings the popup to the front. */
  onOpen?: (popup: { focus(): void }) => void;
  /**
   * Called when the browser has isolated the popup. Only the returning focus then shows that the popup was closed,
   * but the response still arrives. Offer "Cancel". May be called more than once.
   */
  onSevered?: () => void;
  /** The outcome of a response after the popup counted as closed, such as the demand for a second factor. */
  onLate?: (outcome: Promise<SignInResult>) => void;
};

const POLL_MS = 2000;
const MOBILE_POLL_MS = 10_000;

type OpenWindow = { page: PageWindow; popup: PopupWindow; channel: Channel };

/** What the popup is for, and the use of the response's credential. */
type PopupTask = Pick<PopupState, "attempt" | "providerId" | "isForSession"> & {
  complete: (client: IdentityClient, credential: Credential) => Promise<User>;
};

/** Carries out the effects of a popup's lifecycle: window, timer, channel, and the caller's promise. */
export const runPopup = (
  client: IdentityClient,
  { page, popup, channel }: OpenWindow,
  { complete, ...facts }: PopupTask,
  { signal, onOpen, onSevered, onLate, ...providerOptions }: PopupOptions,
): Promise<SignInResult> =>
  new Promise((resolve, reject) => {
    const parts = partsOf(client);
    const { platform, runner, emit, shared } = parts;
    const { providerId, isForSession } = facts;
    const pollMs = platform.isMobile ? MOBILE_POLL_MS : POLL_MS;
    const now = platform.now();
    const start: PopupState = {
      ...facts,
      phase: "opening",
      pollMs,
      dueAt: now + pollMs,
      expiresAt: now + ATTEMPT_LIFETIME_MS,
    };
    let sent: AuthUri;
    /** For a link and a re-authentication, the client of the user who asked. */
    let own = client;
    /** The sign-in of the response that Google is checking. */
    let presented: string | undefined;
    let returns = 0;

    const reportPhase = () => {
      const { phase } = machine.state;
      if (phase === "severed") onSevered?.();
      emit({ type: "popup", providerId, phase });
    };
    const afterStep = (_: PopupEvent, before: PopupState) => {
      const { state } = machine;
      if (state.phase === before.phase) return;
      reportPhase();
      // Keep the popup open if it came back without a message, because its console shows the warning.
      if (!isAwaited(state) && returns < 2) popup.close();
      if (state.phase !== "over") return;
      machine.stop();
      channel.close();
      signal?.removeEventListener("abort", cancel);
      stopPage();
    };
    const checkPopup = (isDue: boolean) => {
      // The first check after the return may run before the callback page's message arrives.
      if (isDue) returns = tryTo(() => hasPopupReturned(popup, callbackUrlOf(parts))) ? returns + 1 : 0;
      if (returns > 1) {
        const error = new IdentityError("argument-error", {
          detail: "callbackUrl has no completeOAuthCallback",
        });
        popup.console?.warn(error.message);
        failPopup(error);
      }
      dispatch({ type: "looked", isDue, isClosed: popup.closed, hasFocus: page.document.hasFocus() });
    };
    const cancel = () => {
      const isDone = !!presented && runner.getSession()?.generation === presented;
      dispatch({ type: "canceled", isDone });
    };
    const failPopup = (error: Error) => dispatch({ type: "failed", error });

    const perform = (effect: PopupEffect): void => {
      switch (effect.type) {
        case "leave":
          (async () => popup.location.replace(sent.authUri))().catch((cause) =>
            failPopup(unsupportedError(cause)),
          );
          return;
        case "present": {
          const outcome = presentResponse(parts, { providerId, sent }, effect.response, (credential) =>
            complete(own, credential),
          );
          presented = runner.getState().latestSignIn;
          void outcome.then(resolve, reject).then(() => dispatch({ type: "presented" }));
          if (effect.isLate) onLate?.(outcome);
          return;
        }
        case "discard":
          // Another sign-in or a sign-out has replaced the pending response.
          startSignIn(client);
          return;
        case "reject":
          reject(typeof effect.reason === "string" ? new IdentityError(effect.reason) : effect.reason);
      }
    };

    const machine = createRunner<PopupState, PopupEvent, PopupEffect>(platform, start, {
      transition,
      dueAtOf: ({ dueAt }) => dueAt,
      onDue: () => checkPopup(true),
      perform,
      afterStep,
    });
    const { dispatch } = machine;

    shared.cancelPopup?.();
    shared.cancelPopup = cancel;
    const startedAt = runner.nextStamp();
    const signIn = startSignIn(client);
    channel.addEventListener("message", ({ data }) => {
      const response = tryParse(CallbackMessage, data);
      const isCurrent = runner.getState().latestSignIn === signIn && !hasActedSince(parts, startedAt);
      if (response) dispatch({ type: "message", response, isCurrent });
    });
    const stopPage = platform.page(() => checkPopup(false));
    signal?.addEventListener("abort", cancel);
    reportPhase();
    Promise.all([
      requestProviderUrl(parts, providerId, providerOptions, "popup"),
      isForSession ? forCurrentUser(client) : client,
      platform.popupUrl && waitForFirstPage(popup, platform),
      // A listener that throws ends the popup, because the page would offer no way to cancel it.
      (async () => onOpen?.({ focus: () => popup.focus() }))(),
    ]).then(([uri, ownClient]) => {
      sent = uri;
      own = ownClient;
      dispatch({ type: "authorized", isClosed: popup.closed });
    }, failPopup);
  });
