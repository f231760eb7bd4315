import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { attachParts, partsOf } from "../../src/client/client-parts.ts";
import { createBrowser } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { createPopups, setUpPopup, windowOf, withProvider } from "../support/popups.ts";
import { identity } from "../support/secrets.ts";

test("a canceled popup no longer listens to session changes", async () => {
  const browser = createBrowser({ server: withProvider() });
  const popups = createPopups();
  const { client } = browser.open({ window: windowOf(popups) });
  const parts = partsOf(client);
  const listening = new Set<object>();
  attachParts(client, {
    ...parts,
    runner: {
      ...parts.runner,
      watch: (listener) => {
        const own = {};
        listening.add(own);
        const stop = parts.runner.watch(listener);
        return () => {
          listening.delete(own);
          return stop();
        };
      },
    },
  });
  const cancel = new AbortController();
  const signingIn = identity
    .signInWithPopup(client, "google.com", { signal: cancel.signal })
    .catch(({ code }) => code);
  await settle();
  expect(listening.size).toBe(1);
  cancel.abort();
  expect(await signingIn).toBe("cancelled-popup-request");
  expect(listening.size).toBe(0);
});

test("a finished popup no longer listens to the caller's signal", async () => {
  const { signal } = new AbortController();
  const { opened, answer } = setUpPopup({ signal });
  const outcome = await opened();
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  await answer();
  expect(outcome.user).toMatchObject({ uid: "alice" });
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
