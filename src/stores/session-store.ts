import type { IdentityState } from "@tallybin/identity";
import { createStore } from "zustand/vanilla";

/** Who is signed in, as the pages see it. Holds no tokens. */
export type SessionState = IdentityState;

/** `unknown` until storage has been read; fed by `src/identity.ts`. */
export const sessionStore = createStore<SessionState>(() => ({ status: "unknown" }));
