import { lazyValue } from "../../lib/lazy-value.ts";

/** Loaded only if the server keeps sessions, or returns those that it kept. */
export const custodyFunctions = lazyValue(() => import("./custody.lazy.ts"));
