import { lazyValue } from "../../lib/lazy-value.ts";

/** The passkeys' code, needed only if the browser supports passkeys. */
export const passkeyFunctions = lazyValue(() => import("./passkey.lazy.ts"));
