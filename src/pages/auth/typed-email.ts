import { sessionStore } from "../../identity/session-store.ts";

/**
 * The address typed into one of the forms, for the next one: nobody should have to type it twice. In memory only,
 * so that the next person at this computer does not find it.
 */
let typed = "";

export const typedEmail = {
  get: (): string => typed,
  set: (email: string): void => {
    typed = email.trim();
  },
};

sessionStore.subscribe((session, before) => {
  if (before.status === "signed-in" && session.status === "signed-out" && session.reason === undefined)
    typedEmail.set("");
});
