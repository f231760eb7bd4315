import { type ProviderId, providerOf } from "@tallybin/contract";
import type { User } from "@tallybin/identity";
import { useCallback, useEffect, useRef, useState } from "react";
import { withFunctions } from "./client.ts";
import type { Owned } from "./owner.ts";
import { popupFunctions } from "./popup-functions.ts";
import { TaskCanceled } from "./use-task.ts";

export type PopupPurpose = "signInWithPopup" | "linkWithPopup" | "reauthenticateWithPopup";

/** The window that is waited for, as the page shows it. */
export type OpenPopup = {
  provider: ProviderId;
  providerName: string;
  isSevered: boolean;
  focus?: () => void;
  cancel: () => void;
};

type RunOptions = {
  /** For linking and proving: only while this person is signed in. */
  owned?: Owned;
  /** An answer that came after the window was taken for closed. */
  onLate?: (outcome: Promise<User>) => void;
};
const anybody: Owned = (identity) => identity;

const load = () => withFunctions(popupFunctions);

/** One popup at a time: a second one takes the place of the first. */
export function usePopup() {
  const [open, setOpen] = useState<OpenPopup | undefined>(undefined);
  const current = useRef<AbortController | undefined>(undefined);
  const ready = useRef<Awaited<ReturnType<typeof load>> | undefined>(undefined);
  useEffect(() => {
    load().then(
      (parts) => {
        ready.current = parts;
      },
      () => undefined, // the click asks again, and can say what went wrong
    );
    return () => current.current?.abort(); // whoever leaves the page is not signed in behind their back
  }, []);

  const run = useCallback(
    async (
      purpose: PopupPurpose,
      provider: ProviderId,
      { owned = anybody, onLate }: RunOptions = {},
    ): Promise<User> => {
      current.current?.abort();
      const controller = new AbortController();
      const { signal } = controller;
      current.current = controller;
      const change = (more: Partial<OpenPopup>) => {
        if (current.current === controller) setOpen((shown) => shown && { ...shown, ...more });
      };
      setOpen({
        provider,
        providerName: providerOf(provider).name,
        isSevered: false,
        cancel: () => controller.abort(),
      });
      try {
        // Once both are here, the window opens within the click: one opened later may be blocked.
        const [identity, functions] = ready.current ?? (await load());
        return await functions[purpose](owned(identity), provider, {
          signal,
          onOpen: (popup) => change({ focus: () => popup.focus() }),
          onSevered: () => change({ isSevered: true }),
          ...(onLate ? { onLate } : {}),
        });
      } catch (error) {
        if (signal.aborted) throw new TaskCanceled();
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
