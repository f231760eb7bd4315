/**
 * Rows of the README's tables that neither a random call nor a record reaches, or whose difference the comparison
 * cannot see, with the test that shows our behavior.
 */
export const elsewhere: Readonly<Record<string, string>> = {
  "ID tokens": "test/mocks/clock-and-snapshots.test.ts",
  "a mailed link whose continue URL is not absolute": "test/mocks/as-production.test.ts",
  "a provider's picture of more than 2,048 characters": "test/mocks/as-production.test.ts",
  "keys as certificates, OpenID discovery": "test/mocks/production-verifiers.test.ts",
  "rate limits": "test/mocks/mail.test.ts",
  "second factor added": "test/mocks/second-factor.test.ts",
  "a fault in JSON": "test/mocks/bad-input.test.ts",
  "App Check": "test/mocks/app-check.test.ts",
  "blocking functions: deadline": "test/mocks/blocking-functions.test.ts",
  "passkeys: what is checked": "test/mocks/passkeys/refused.test.ts",
  "passkeys: enrolling and removing": "test/mocks/passkeys/refused.test.ts",
  "passkeys: `auth_time` after an enrollment": "test/mocks/passkeys/accepted.test.ts",
  "control endpoints and `Bearer owner` from a foreign `Origin`": "test/mocks/origins.test.ts",
  "access from public websites into the local network (`access-control-allow-private-network`)":
    "test/mocks/origins.test.ts",
  "request bodies over 10 MB, nesting over 100": "test/mocks/bad-input.test.ts",
};
