import { sessionStore } from "./session-store.ts";

let wasAsked = false;

/** Remembers until the next sign-in or page load that a user signed out on this page. */
export const noteSignOut = (): void => {
  wasAsked = true;
};

sessionStore.subscribe(({ status }, before) => {
  if (status === "signed-in" && before.status === "signed-out") wasAsked = false;
});

export const hasAskedToSignOut = (): boolean => wasAsked;
