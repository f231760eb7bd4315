import { sessionStore } from "./session-store.ts";

let wasRequested = false;

/** Remembers until the next sign-in or page load that a user signed out on this page. */
export const noteSignOut = (): void => {
  wasRequested = true;
};

sessionStore.subscribe(({ status }, before) => {
  if (status === "signed-in" && before.status === "signed-out") wasRequested = false;
});

export const hasRequestedSignOut = (): boolean => wasRequested;
