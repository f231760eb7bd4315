import type { User } from "../types.ts";

/** What a second factor is for: an enrollment of a user, or a sign-in that waits for its second factor. */
export type MultiFactorSession =
  | { readonly user: User }
  /** The credential is behind a function, so that a logged session does not show it. */
  | { readonly pendingCredential: () => string };
