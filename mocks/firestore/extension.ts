import { http } from "msw";
import type { CreateExtension } from "../core/extension.ts";
import { concerns, createFirestore } from "./firestore.ts";

/** Firestore among the local services: uses their clock, failure scripts, log, snapshots and ID tokens. */
export const firestore: CreateExtension = ({ clock, random, guard, verifyIdToken, changed }) => {
  const { store, channels, operationOf } = createFirestore({ clock, random, verifyIdToken });
  // A change over the Write stream ends no request, so it must be reported explicitly.
  store.subscribe(changed);
  return {
    name: "firestore",
    handlers: [
      http.all(concerns, async ({ request }) => {
        const operation = await operationOf(request);
        if (!operation) return undefined;
        const { endpoint, uid, privileged, run } = operation;
        return guard(request, { endpoint, uid, privileged }, run);
      }),
    ],
    snapshot: store.snapshot,
    check: store.check,
    restore: store.restore,
    isBusy: () => channels.count() > 0,
    reset: () => {
      channels.endAll();
      store.reset();
    },
  };
};
