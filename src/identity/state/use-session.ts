import { useStore } from "zustand";
import { type SessionState, sessionStore } from "./session-store.ts";

/** The session. Prerendered and first rendered as `unknown`, so that hydration matches the HTML. */
export const useSession = (): SessionState => useStore(sessionStore);
