import { parseJson } from "../lib/schema.ts";
import type { Persistence } from "./persistence.ts";

/** For this tab only, reloads included. */
export function sessionStoragePersistence(
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> = globalThis.sessionStorage,
): Persistence {
  const read = (key: string): unknown => {
    const stored = storage.getItem(key) ?? undefined;
    // No JSON is a broken value, and what to do with one is decided where the record is parsed.
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
