/** A deliberate difference in one field of many responses: `what` is the row of the README's table. */
export type DeclaredField = { what: string; pattern: RegExp };

/** The path within the response; for a token, the path inside follows `{claims}`. */
export const declaredFields: readonly DeclaredField[] = [
  { what: "`auth_time` after a refresh", pattern: /\{claims\}\/auth_time$/ },
  {
    what: "passkeys: options of a ceremony",
    pattern: /^\/credential(Creation|Request)Options\/(authenticatorSelection|excludeCredentials|timeout)$/,
  },
  { what: "the name of the configuration", pattern: /^\/name$/ },
  { what: "passkeys: `passkeyInfo`", pattern: /\/passkeyInfo\/\d+\/(rpId|enrolledAt)$/ },
];
