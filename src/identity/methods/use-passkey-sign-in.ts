import { IdentityError, type User } from "@tallybin/identity";
import { useEffect, useRef, useState } from "react";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { withIdentity } from "../client/client.ts";
import { hasRequestedSignOut } from "../client/sign-out.ts";
import { Cancellation, useTask } from "../state/use-task.tsx";
import { rememberProvider } from "./last-used-provider.ts";
import { hasImmediatePasskeys, hasRecentGesture, passkeySupport } from "./passkey-support.ts";

/** `picked`: chosen in the browser's own list, by autofill or immediately; the sign-in is already running. */
type PasskeySignIn = { picked?: () => Promise<User> };

type PasskeyPage = {
  /** Whether this page signs in, and therefore offers passkeys. */
  isOffered: boolean;
  withSecondFactor: (firstFactor: () => Promise<User>) => Promise<User>;
  /** The page's work before and after a sign-in by passkey. */
  onStart: () => void;
  onDone: (uid: string) => Promise<void>;
};

const importPasskeyCode = () => import("@tallybin/identity/passkey");

/** Whether the user picked a passkey, whose account wants a second step. */
const wantsSecondFactor = (error: unknown): boolean =>
  error instanceof IdentityError && error.code === "multi-factor-auth-required";

/** Sign-in by passkey: by the button, by autofill, or immediately if this device has a passkey. */
export function usePasskeySignIn({ isOffered, withSecondFactor, onStart, onDone }: PasskeyPage) {
  const isHydrated = useHydrated();
  const [wasPrerendered] = useState(!isHydrated);
  const leaving = useRef<AbortController | undefined>(undefined);
  const unasked = useRef<AbortController | undefined>(undefined);
  // Ends the browser's own offer before a sign-in that the user starts, because the offer would replace that sign-in.
  const withdrawOffer = () => unasked.current?.abort();
  const task = useTask(
    async ({ picked }: PasskeySignIn) => {
      withdrawOffer();
      onStart();
      const [identity, { signInWithPasskey }] = await withIdentity(importPasskeyCode);
      const signal = leaving.current?.signal;
      let user: User;
      try {
        user = await withSecondFactor(() => picked?.() ?? signInWithPasskey(identity, { signal }));
      } catch (error) {
        if (signal?.aborted) throw new Cancellation();
        throw error;
      }
      rememberProvider("passkey");
      await onDone(user.uid);
    },
    { supersedes: true },
  );
  const { start } = task;

  useEffect(() => {
    if (!isOffered || passkeySupport() !== "supported") return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    leaving.current = controller;
    const prompt = new AbortController();
    unasked.current = prompt;
    const offerPasskeys = async () => {
      // A sign-out leads here too, and its click must not open a prompt. On a prerendered page, the gesture was
      // meant for the form: a prompt would overtake an early submit.
      const isClicked = !wasPrerendered && hasRecentGesture() && !hasRequestedSignOut();
      const [identity, { signInWithPasskey, startPasskeyAutofill }] = await withIdentity(importPasskeyCode, {
        isLimited: false,
      });
      if (isClicked && (await hasImmediatePasskeys()) && !prompt.signal.aborted) {
        try {
          const user = await signInWithPasskey(identity, { signal: prompt.signal, immediate: true });
          return void start({ picked: async () => user });
        } catch (error) {
          if (wantsSecondFactor(error)) return void start({ picked: () => Promise.reject(error) });
          // The user has asked for nothing, so that nothing is reported. Autofill follows.
        }
      }
      if (signal.aborted) return;
      const autofill = startPasskeyAutofill(identity, {
        onPick: (outcome) => void start({ picked: () => outcome }),
      });
      signal.addEventListener("abort", () => autofill.stop());
    };
    offerPasskeys().catch(() => undefined); // a click on the button loads the code again and shows the error
    return () => {
      controller.abort();
      prompt.abort();
    };
  }, [isOffered, start, wasPrerendered]);

  return {
    ...task,
    reset: () => {
      withdrawOffer();
      task.reset();
    },
  };
}
