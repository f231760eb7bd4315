import type { SessionState } from "../identity/session-store.ts";

/** The person who is signed in, as the pages are given them. */
export type User = Extract<SessionState, { status: "signed-in" }>["user"];

export const hasPassword = (user: User): boolean =>
  user.providerData.some(({ providerId }) => providerId === "password");
