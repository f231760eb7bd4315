import { AsyncLocalStorage } from "node:async_hooks";
import type { Services, World } from "./services.ts";

const current = new AsyncLocalStorage<World>();

/** Answers a request of the site's own API on the clock of the world that its host names, and with that world's outbox. */
export const inWorldOf = <Answer>(services: Services, request: Request, answer: () => Answer): Answer =>
  current.run(services.worldOf(request), answer);

/** The world of the request that is being answered; the default one for work that no request began. */
export const currentWorld = (services: Services): World => current.getStore() ?? services;
