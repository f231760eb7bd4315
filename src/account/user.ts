import type { SessionState } from "../identity/state/session-store.ts";

export type User = Extract<SessionState, { status: "signed-in" }>["user"];

export const hasPassword = (user: User): boolean =>
  user.providerData.some(({ providerId }) => providerId === "password");
