import { currentUid } from "../../identity/state/session-store.ts";
import { userState } from "../../identity/state/user-state.ts";
import { beforeReload } from "../../lib/reload-page.ts";
import { tabValues } from "../../lib/site-data.ts";

const KEY = "email-for-reload";

/** Reads the address that the page kept for its own reload, and forgets it. */
function takeKeptEmail(): string {
  const kept = tabValues().read(KEY) ?? "";
  tabValues().remove(KEY);
  return kept;
}

/** The address is kept in memory only, so that the next user of this computer does not find it. */
const typed = userState(import.meta.env.SSR ? "" : takeKeptEmail(), { survivesEndedSession: true });

beforeReload(() => {
  if (typed.get() !== "") tabValues().write(KEY, typed.get());
});

/** The address typed into one of the forms, suggested by the next one. */
export const typedEmail = {
  get: typed.get,
  set: (email: string): void => typed.set(currentUid(), email.trim()),
};
