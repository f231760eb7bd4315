import { useStore } from "zustand";
import { type SessionState, sessionStore } from "./session-store.ts";

/** Who is signed in. Prerendered and first rendered as `unknown`, so that hydration finds what it expects. */
export const useSession = (): SessionState => useStore(sessionStore);
