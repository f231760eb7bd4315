import type { Persistence } from "./persistence.ts";

/** Lasts until the page closes. Also the fallback when the browser's storage fails. */
export function memoryPersistence(): Persistence {
  const values = new Map<string, unknown>();
  return {
    kind: "none",
    read: async (key) => values.get(key),
    update: async (key, change) => {
      values.set(key, change(values.get(key)));
    },
    remove: async (key, isMeant) => {
      if (isMeant(values.get(key))) values.delete(key);
    },
  };
}
