import * as v from "valibot";
import { tabValues } from "../../lib/site-data.ts";
import { type CurrentUid, type SessionState, sessionStore, uidOfSession } from "./session-store.ts";

/** Every user-owned value in this tab's storage. */
const KEYS = ["unsaved-text", "contact-message"] as const;

/** A visitor's value has no uid. */
const OwnedValue = v.object({ uid: v.optional(v.string()), value: v.unknown() });

const removeValue = (key: string): void => tabValues().remove(key);
/** Without storage, the value lives as long as its page. */
const writeValue = (key: string, uid: CurrentUid, value: unknown): void =>
  void tabValues().write(key, JSON.stringify({ uid, value }));

/** A value of this tab that only its user gets back. */
export const userStorage = <Schema extends v.GenericSchema>(key: (typeof KEYS)[number], schema: Schema) => ({
  read(uid: CurrentUid): v.InferOutput<Schema> | undefined {
    const kept = tabValues().readJson(key, OwnedValue);
    const value = v.safeParse(schema, kept?.value);
    return kept?.uid === uid && value.success ? value.output : undefined;
  },
  write: (uid: CurrentUid, value: v.InferInput<Schema>) => writeValue(key, uid, value),
  remove: () => removeValue(key),
});

/**
 * After an involuntary end of the session the values stay, because the same user may sign in again. What a visitor
 * typed belongs to the user they sign in as.
 */
function settleOwners(session: SessionState): void {
  const uid = uidOfSession(session);
  const isSignedOut = session.status === "signed-out" && session.reason === undefined;
  for (const key of KEYS) {
    const kept = tabValues().readJson(key, OwnedValue);
    if (uid !== undefined && kept && kept.uid === undefined) writeValue(key, uid, kept.value);
    else if ((uid !== undefined || isSignedOut) && kept?.uid !== uid) removeValue(key);
  }
}

/**
 * Runs on every page, because a tab may be reloaded on a page that uses none of the values.
 * @returns the function that ends it
 */
export function startUserStorage(): () => void {
  settleOwners(sessionStore.getState());
  return sessionStore.subscribe(settleOwners);
}

export const forgetUserStorage = (): void => {
  for (const key of KEYS) removeValue(key);
};
