import { CONNECTIONS } from "./connections.mjs";
import { LOCKS } from "./locks.mjs";
import { MESSAGES, NOTES } from "./messages.mjs";
import { TOGETHER } from "./together.mjs";
import { TRANSACTIONS } from "./transactions.mjs";

/** By API. @type {Record<string, readonly import("./script.mjs").Scenario[]>} */
export const SCENARIOS = {
  "IndexedDB connections": CONNECTIONS,
  "IndexedDB transactions": TRANSACTIONS,
  "Web Locks": LOCKS,
  BroadcastChannel: MESSAGES,
  localStorage: NOTES,
  together: TOGETHER,
};
