import { lazyValue } from "../lib/lazy-value.ts";

/** The caller of the API. Load it before the press whose request needs it, because a visitor may leave at once. */
export const callApiCode = lazyValue(() => import("./call-api.ts"));
