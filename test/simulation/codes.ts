/** The codes that end a session, or that force a refresh when a call gets them. */
const DEFINITE = new Set([
  "TOKEN_EXPIRED",
  "USER_DISABLED",
  "USER_NOT_FOUND",
  "INVALID_REFRESH_TOKEN",
  "INVALID_ID_TOKEN",
]);
export const isDefinite = (code: string | undefined): boolean => code !== undefined && DEFINITE.has(code);
