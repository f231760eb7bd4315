import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import type { Platform } from "../../src/platform.ts";
import { settle } from "../support/clock.ts";
import { setUpPopup } from "../support/popups.ts";

/** Notes who listens. @param listen begins to listen, and returns the function that ends it */
function counting<Listener, Result>(listen: (listener: Listener) => () => Result) {
  const listening = new Set<object>();
  const count = (listener: Listener) => {
    const own = {};
    listening.add(own);
    const stop = listen(listener);
    return () => {
      listening.delete(own);
      return stop();
    };
  };
  return { listening, count };
}

test.each(["answered", "canceled"])(
  "a popup that was %s no longer listens to its page or to the caller's signal",
  async (end) => {
    const page = counting<Parameters<Platform["page"]>[0], void>(() => () => {});
    const cancel = new AbortController();
    const { signal } = cancel;
    const { opened, answer } = setUpPopup({ signal }, { page: page.count } as object);
    await settle();
    const listeners = () => [page.listening.size, getEventListeners(signal, "abort").length];
    const before = listeners();
    await opened();
    expect(listeners()).toEqual(before.map((count) => count + 1));
    if (end === "answered") await answer();
    else cancel.abort();
    await settle();
    expect(listeners()).toEqual(before);
  },
);
