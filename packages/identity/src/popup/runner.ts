import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { IdentityError } from "../errors/identity-error.ts";
import { tryParse } from "../lib/data.ts";
import type { Channel, PopupPlatform, PopupWindow } from "../platform.ts";
import { type Credential, startSignIn } from "../sign-in/credential.ts";
import type { User } from "../user.ts";
import { authorize, callbackCredential, type ProviderOptions } from "./authorize.ts";
import { ATTEMPT_LIFETIME_MS, CallbackMessage } from "./callback.ts";
import { type PopupEffect, type PopupEvent, type PopupState, transition } from "./lifecycle.ts";
import { landed, unsupported } from "./popup-platform.ts";

export type PopupOptions = ProviderOptions & {
  /** "Cancel": closes the popup and drops any later response. A link that Google is already checking completes. */
  signal?: AbortSignal;
  /** Receives a function that brings the popup to the front. */
  onOpen?: (popup: { focus(): void }) => void;
  /**
   * Called when the browser has isolated the popup. Only the returning focus then shows that the popup was closed,
   * but the response still arrives. Offer "Cancel". May be called more than once.
   */
  onSevered?: () => void;
  /**
   * The outcome of a response that arrived after the popup counted as closed. Without this, a second factor or a
   * conflict in a late response would not be handled.
   */
  onLate?: (outcome: Promise<User>) => void;
};

/**
 * Starts a sign-in. `lasts` tells whether the session is unchanged since the start: a user who has signed in
 * or out since, in this tab or another, did not ask for the response. `known` resolves after the first storage read.
 * `stop` ends the observation.
 */
function sessionOfNow(client: IdentityClient, isNeeded: boolean) {
  const { runner } = partsOf(client);
  const attempt = startSignIn(client);
  let generation: string | undefined;
  let isKnown = false;
  let hasChanged = false;
  // Compare after every change: a session that began and ended in between is also a change.
  const look = () => {
    hasChanged ||= isKnown && runner.getSession()?.generation !== generation;
  };
  return {
    known: runner.known().then(({ status, session }) => {
      generation = session?.generation;
      isKnown = true;
      if (isNeeded && !session)
        throw new IdentityError(status === "unknown" ? "storage-unavailable" : "signed-out");
    }),
    lasts: () => {
      look();
      return !hasChanged && runner.getLatestSignIn() === attempt;
    },
    stop: runner.subscribe(look),
  };
}

const POLL_MS = 2000;
const MOBILE_POLL_MS = 10_000;

/** Carries out the effects of a popup's lifecycle: window, timer, channel, and the caller's promise. */
export const runPopup = (
  client: IdentityClient,
  { hasFocus }: PopupPlatform,
  popup: PopupWindow,
  channel: Channel,
  popupFacts: Pick<PopupState, "attempt" | "providerId" | "isForSession">,
  { signal, onOpen, onSevered, onLate, ...providerOptions }: PopupOptions,
  complete: (client: IdentityClient, credential: Credential) => Promise<User>,
): Promise<User> =>
  new Promise((resolve, reject) => {
    const parts = partsOf(client);
    const { platform, emit, shared } = parts;
    const { now, setTimeout, isMobile } = platform;
    const { providerId, isForSession } = popupFacts;
    const pollMs = isMobile ? MOBILE_POLL_MS : POLL_MS;
    let state: PopupState = {
      ...popupFacts,
      phase: "opening",
      pollMs,
      dueAt: now() + pollMs,
      expiresAt: now() + ATTEMPT_LIFETIME_MS,
    };
    let idpSessionId = "";
    /** The sign-in of the response that Google is checking. */
    let presented: string | undefined;
    let disarm = () => {};

    const arm = () => {
      disarm();
      disarm = setTimeout(() => look(true), state.dueAt - now());
    };
    const dispatch = (event: PopupEvent) => {
      const step = transition(state, event, now());
      if (step.state !== state) {
        state = step.state;
        arm();
      }
      for (const [name, ...details] of step.effects)
        (perform[name] as (...details: unknown[]) => void)(...details);
    };
    const look = (isDue: boolean) =>
      dispatch({ type: "looked", isDue, isClosed: popup.closed, hasFocus: hasFocus() });
    const cancel = () => {
      const isDone = !!presented && parts.runner.getSession()?.generation === presented;
      dispatch({ type: "canceled", isDone });
    };
    const fail = (error: Error) => dispatch({ type: "failed", error });

    const perform: {
      [E in PopupEffect as E[0]]: E extends [string, ...infer Details]
        ? (...details: Details) => void
        : never;
    } = {
      leave: (url) => {
        try {
          popup.location.replace(url);
        } catch (cause) {
          fail(unsupported(cause));
        }
      },
      present: (url, isLate) => {
        const outcome = (async () =>
          complete(client, callbackCredential(parts, providerId, idpSessionId, url)))();
        presented = parts.runner.getLatestSignIn();
        void outcome.then(resolve, reject).then(() => dispatch({ type: "presented" }));
        if (isLate) onLate?.(outcome);
      },
      // Another sign-in or a sign-out has replaced the pending response.
      discard: () => void startSignIn(client),
      close: () => popup.close(),
      reject: (reason) => reject(typeof reason === "string" ? new IdentityError(reason) : reason),
      "tell-severed": () => onSevered?.(),
      stop: () => {
        disarm();
        channel.close();
        stopPage();
        session.stop();
      },
      emit,
    };

    shared.cancelPopup?.();
    shared.cancelPopup = cancel;
    const session = sessionOfNow(client, isForSession);
    channel.addEventListener("message", ({ data }) => {
      const message = tryParse(CallbackMessage, data);
      if (message) dispatch({ type: "message", ...message, isCurrent: session.lasts() });
      else emit({ type: "callback-ignored", reason: "malformed" });
    });
    const stopPage = platform.page(() => look(false));
    signal?.addEventListener("abort", cancel);
    emit({ type: "popup-opened", providerId });
    arm();
    Promise.all([
      authorize(parts, providerId, providerOptions, "popup"),
      session.known,
      platform.popupUrl && landed(popup, platform),
      // A listener that throws ends the popup, because the page would offer no way to cancel it.
      (async () => onOpen?.({ focus: () => popup.focus() }))(),
    ]).then(([{ authUri, sessionId }]) => {
      idpSessionId = sessionId;
      dispatch({ type: "authorized", url: authUri, isClosed: popup.closed });
    }, fail);
  });
