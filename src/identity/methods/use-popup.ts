import { type ProviderId, providerOf } from "@tallybin/contract/providers";
import { forUser, IdentityError, openPopup, type PopupWindow, type User } from "@tallybin/identity";
import { useCallback, useEffect, useRef, useState } from "react";
import type { PendingPopup } from "../../components/popup-notice/popup-notice.tsx";
import { paths } from "../../config/paths.ts";
import { isHeldPress } from "../../lib/held-press.ts";
import { SiteError } from "../../messages/site-error.ts";
import { withIdentity } from "../client/client.ts";
import { Cancellation } from "../state/use-task.tsx";

export type PopupPurpose = "signInWithPopup" | "linkWithPopup" | "reauthenticateWithPopup";

export type OpenPopup = PendingPopup & { provider: ProviderId };

type RunOptions = {
  /** Set for linking and re-authenticating, which are allowed only while this user is signed in. */
  uid?: string;
  /** The outcome of a response after the window counted as closed. */
  onLate?: (outcome: Promise<User>) => void;
};

const loadPopupCode = (options?: { isLimited: boolean }) =>
  withIdentity(() => import("../client/popup.lazy.ts"), options);

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

/** @throws SiteError `late-click` if the browser has forgotten the click meanwhile, and would block the window */
function openEarlyPopup() {
  if (navigator.userActivation?.isActive === false) throw new SiteError("late-click");
  return openPopup(paths.popup);
}

/** One popup at a time: a second one replaces the first. */
export function usePopup() {
  const [open, setOpen] = useState<OpenPopup | undefined>(undefined);
  const current = useRef<AbortController | undefined>(undefined);
  const ready = useRef<Awaited<ReturnType<typeof loadPopupCode>> | undefined>(undefined);
  useEffect(() => {
    loadPopupCode({ isLimited: false }).then(
      (parts) => {
        ready.current = parts;
      },
      () => undefined, // the click loads the code again, and can report the error
    );
    return () => current.current?.abort(); // a user who leaves the page must not be signed in afterwards
  }, []);

  const run = useCallback(
    async (purpose: PopupPurpose, provider: ProviderId, { uid, onLate }: RunOptions = {}): Promise<User> => {
      current.current?.abort();
      const controller = new AbortController();
      const { signal } = controller;
      current.current = controller;
      const changeOpenPopup = (more: Partial<OpenPopup>) => {
        if (current.current === controller) setOpen((shown) => shown && { ...shown, ...more });
      };
      setOpen({
        provider,
        providerName: providerOf(provider).name,
        isSevered: false,
        cancel: () => controller.abort(),
      });
      const isHeld = isHeldPress();
      let early: PopupWindow | undefined;
      const closeEarlyPopup = () => early?.close();
      signal.addEventListener("abort", closeEarlyPopup);
      try {
        // The window opens within the click, even if the code that uses it has not loaded: browsers block a later one.
        if (!ready.current) early = openEarlyPopup();
        const [identity, functions] =
          ready.current ?? (await Promise.race([loadPopupCode(), rejectOnAbort(signal)]));
        if (early?.closed) throw new IdentityError("popup-closed-by-user");
        const client = uid === undefined ? identity : forUser(identity, uid);
        const { user } = await functions[purpose](client, provider, {
          signal,
          ...(early && { popup: early }),
          onOpen: (popup) => changeOpenPopup({ focus: () => popup.focus() }),
          onSevered: () => changeOpenPopup({ isSevered: true }),
          ...(onLate && { onLate: (outcome) => onLate(outcome.then((late) => late.user)) }),
        });
        return user;
      } catch (error) {
        closeEarlyPopup();
        if (signal.aborted) throw new Cancellation();
        // Nothing is blocked, and the next click opens the window.
        if (isHeld && error instanceof IdentityError && error.code === "popup-blocked")
          throw new SiteError("late-click");
        throw error;
      } finally {
        if (current.current === controller) {
          current.current = undefined;
          setOpen(undefined);
        }
      }
    },
    [],
  );

  return { open, run };
}
