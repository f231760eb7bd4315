import type { IdentityState } from "@tallybin/identity";
import { createStore } from "zustand/vanilla";

/** Who is signed in, as the pages see it. Holds no tokens. */
export type SessionState = IdentityState;

/** `unknown` until storage has been read; fed by `src/identity/client.ts`. */
export const sessionStore = createStore<SessionState>(() => ({ status: "unknown" }));

/**
 * Whether the way in is to be shown. Also where storage cannot be read and so nobody can tell: a sign-in works there,
 * since the client then keeps the session in memory.
 */
export const needsSignIn = (session: SessionState): boolean =>
  session.status === "signed-out" || (session.status === "unknown" && session.reason !== undefined);
