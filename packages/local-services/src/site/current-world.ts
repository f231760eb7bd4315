import { AsyncLocalStorage } from "node:async_hooks";
import type { Services, World } from "./services.ts";

const current = new AsyncLocalStorage<World>();

/** Answers a request of the site's own API with the clock and the outbox of the world that its host names. */
export const inWorldOf = <Answer>(services: Services, request: Request, answer: () => Answer): Answer =>
  current.run(services.worldOf(request), answer);

/** The world of the current request; the default one outside requests. */
export const currentWorld = (services: Services): World => current.getStore() ?? services;
