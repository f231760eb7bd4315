import { sessionStore } from "./session-store.ts";

let leftPath: string | undefined;

/** Remembers until the next sign-in or page load that a user signed out, and on which page. */
export const noteSignOut = (): void => {
  leftPath = window.location.pathname;
};

sessionStore.subscribe(({ status }, before) => {
  if (status === "signed-in" && before.status === "signed-out") leftPath = undefined;
});

export const hasRequestedSignOut = (): boolean => leftPath !== undefined;

export const isSignedOutAt = (path: string): boolean => path === leftPath;
