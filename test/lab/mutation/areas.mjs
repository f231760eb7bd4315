/**
 * What is mutated, and the tests that run on each mutant: the fast ones that state its behavior.
 * @type {Record<string, { mutate: string; include: string[]; exclude?: string[]; globalSetup?: string }>}
 */
export const AREAS = {
  client: {
    mutate: "packages/identity/src/{session,popup,errors,custody}/**/*.ts",
    include: ["packages/identity/test/**/*.test.ts"],
    // Without those that build it.
    exclude: ["packages/identity/test/{bundle,readme/readme,passkey/*,account/*,blocked-site-data}.test.ts"],
  },
  tokens: {
    mutate: "packages/identity-server/src/tokens/**/*.ts",
    include: ["packages/server/test/{id-token,token-keys}.test.ts"],
  },
  sealing: {
    mutate: "packages/identity-server/src/{sessions/{sealing,token-service},http/session-cookie}.ts",
    include: ["packages/server/test/session-parts.test.ts"],
  },
  sessions: {
    mutate:
      "packages/identity-server/src/{sessions/{session-endpoints,session-keeper},stores/postgres-store}.ts",
    include: ["test/lab/mutation/sessions.test.ts", "packages/identity-server/test/{cookies,stores}.test.ts"],
    globalSetup: "test/lab/mutation/postgres.ts",
  },
};

/** @type {string} */
export const area = process.env["MUTATION_AREA"] ?? "client";
