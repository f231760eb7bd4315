/** Runs in each page of a real browser. */
import { SCENARIOS } from "./scenarios.mjs";
import { createPart } from "./script.mjs";

const apis = {
  // Read at their first use, because the document before the page may have none.
  get indexedDB() {
    return globalThis.indexedDB;
  },
  get locks() {
    return navigator.locks;
  },
  get storage() {
    return localStorage;
  },
  channel: (/** @type {string} */ name) => new BroadcastChannel(name),
};

Object.assign(globalThis, { comparedScript: createPart(apis, Object.values(SCENARIOS).flat()) });
