import { lazyValue } from "../lib/lazy-value.ts";

/** Fetched only where the server holds sessions, or gives back those that it held. */
export const custodyFunctions = lazyValue(() => import("./custody.lazy.ts"));
