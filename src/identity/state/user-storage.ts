import * as v from "valibot";
import { tabValues } from "../../lib/site-data.ts";
import { type SessionState, sessionStore } from "./session-store.ts";

/** Every user-owned value in this tab's storage. */
const KEYS = ["unsaved-text"] as const;

const OwnedValue = v.object({ uid: v.string(), value: v.unknown() });

function readOwnedValue(key: string): v.InferOutput<typeof OwnedValue> | undefined {
  const kept = v.safeParse(OwnedValue, tabValues().readJson(key));
  return kept.success ? kept.output : undefined;
}

const removeValue = (key: string): void => tabValues().remove(key);

/** A value of this tab that only its user gets back. */
export const userStorage = <Schema extends v.GenericSchema>(key: (typeof KEYS)[number], schema: Schema) => ({
  read(uid: string): v.InferOutput<Schema> | undefined {
    const kept = readOwnedValue(key);
    const value = v.safeParse(schema, kept?.value);
    return kept?.uid === uid && value.success ? value.output : undefined;
  },
  /** Without storage, the value lives as long as its page. */
  write(uid: string, value: v.InferInput<Schema>): void {
    tabValues().write(key, JSON.stringify({ uid, value }));
  },
  remove: () => removeValue(key),
});

/** After an involuntary end of the session the values stay, because the same user may sign in again. */
function dropForeignValues(session: SessionState): void {
  const isSignedOut = session.status === "signed-out" && session.reason === undefined;
  for (const key of KEYS)
    if (isSignedOut || (session.status === "signed-in" && readOwnedValue(key)?.uid !== session.user.uid))
      removeValue(key);
}

/**
 * Runs on every page, because a tab may be reloaded on a page that uses none of the values.
 * @returns the function that ends it
 */
export function startUserStorage(): () => void {
  dropForeignValues(sessionStore.getState());
  return sessionStore.subscribe(dropForeignValues);
}

export const forgetUserStorage = (): void => {
  for (const key of KEYS) removeValue(key);
};
