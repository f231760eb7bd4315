import { lazyValue } from "../../lib/lazy-value.ts";

/** The popup's code, needed only beside buttons that open one. */
export const popupFunctions = lazyValue(() => import("./popup.lazy.ts"));
