/** A deliberate difference in one field of many answers: `what` is the row of the README's table. */
export type DeclaredField = { what: string; pattern: RegExp };

/** The path is that of the answer; what stands inside a token follows on `{claims}`. */
export const declaredFields: readonly DeclaredField[] = [
  { what: "`auth_time` after a refresh", pattern: /\{claims\}\/auth_time$/ },
  {
    what: "passkeys: options of a ceremony",
    pattern: /^\/credential(Creation|Request)Options\/(authenticatorSelection|excludeCredentials|timeout)$/,
  },
  { what: "passkeys: `passkeyInfo`", pattern: /\/passkeyInfo\/\d+\/(rpId|enrolledAt)$/ },
];
