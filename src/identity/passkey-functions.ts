import { lazyValue } from "../lib/lazy-value.ts";

/** The passkeys' code, needed only where the browser has passkeys. */
export const passkeyFunctions = lazyValue(() => import("./passkey.lazy.ts"));
