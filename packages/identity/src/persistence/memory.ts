import type { Persistence } from "./persistence.ts";

/** Keeps the session until the page closes. The client also uses it when the browser's storage fails. */
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
