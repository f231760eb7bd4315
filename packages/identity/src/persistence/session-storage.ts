import { parseJson } from "../lib/schema.ts";
import type { Persistence } from "./persistence.ts";

/** Keeps the session for this tab only, also over reloads. */
export function sessionStoragePersistence(
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> = globalThis.sessionStorage,
): Persistence {
  const read = (key: string): unknown => {
    const stored = storage.getItem(key) ?? undefined;
    // Invalid JSON is a broken value; the parser of the record decides what to do with it.
    return stored && (parseJson(stored) ?? stored);
  };
  return {
    kind: "session",
    read: async (key) => read(key),
    update: async (key, change) => {
      const next = change(read(key));
      if (next !== undefined) storage.setItem(key, JSON.stringify(next));
    },
    remove: async (key, isMeant) => {
      if (isMeant(read(key))) storage.removeItem(key);
    },
  };
}
