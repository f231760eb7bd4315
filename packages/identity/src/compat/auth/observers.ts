import { authError } from "../errors.ts";
import type { NextFn, NextOrObserver, Unsubscribe, User } from "../types.ts";

export const nextFunctionOf = (listener: NextOrObserver<User>): NextFn<User | null> =>
  typeof listener === "function" ? listener : (value) => listener.next(value);

/**
 * The listeners of one kind. Each is called in a microtask. An error of a listener is printed and stops no other, as in
 * Google's SDK.
 */
export function createObservers() {
  const listeners = new Set<NextFn<User | null>>();
  return {
    add(next: NextFn<User | null>): Unsubscribe {
      // Wrap it, so that the same function twice makes two subscriptions.
      const callNext: NextFn<User | null> = (user) => next(user);
      listeners.add(callNext);
      return () => listeners.delete(callNext);
    },
    call(user: User | null): void {
      for (const listener of listeners)
        queueMicrotask(() => {
          if (!listeners.has(listener)) return;
          try {
            listener(user);
          } catch (error) {
            console.error(error);
          }
        });
    },
  };
}

type Check = { ask: (user: User | null) => void | Promise<void>; undo?: (() => void) | undefined };

/** The callbacks that may block a change of the user. */
export function createChecks(appName: string) {
  const checks = new Set<Check>();
  return {
    add(ask: Check["ask"], undo?: () => void): Unsubscribe {
      const check = { ask, undo };
      checks.add(check);
      return () => checks.delete(check);
    },
    /**
     * Calls one callback after the other. After a refusal, the earlier callbacks undo their work, the last one first.
     * @throws AuthError `auth/login-blocked`
     */
    async run(user: User | null): Promise<void> {
      const agreed: Check[] = [];
      try {
        for (const check of checks) {
          await check.ask(user);
          agreed.unshift(check);
        }
      } catch (cause) {
        for (const { undo } of agreed) {
          try {
            undo?.();
          } catch {
            // Ignored, because the caller gets the refusal.
          }
        }
        const message = cause instanceof Error ? cause.message : undefined;
        throw authError("login-blocked", { appName, message, cause });
      }
    },
  };
}
