import { installedArm } from "../support/installed.mjs";

const NO_TOKEN = "keeps no token: a server cookie holds its session";

/** Measured with its own server, which keeps its records in memory. */
export default installedArm(
  "better-auth",
  "createAuthClient",
  {
    page: ({ api }) => `
      import { createAuthClient } from "better-auth/client";
      const client = createAuthClient({ baseURL: ${JSON.stringify(api)} });
      const checked = async (call) => {
        const { data, error } = await call;
        if (error) throw new Error(error.message);
        return data;
      };
      export const firstState = client.getSession().then(({ data }) => data !== null);
      export const register = (email, password) => checked(client.signUp.email({ email, password, name: email }));
      export const signIn = (email, password) => checked(client.signIn.email({ email, password }));
      export const leave = () => checked(client.signOut());
    `,
    service: ({ page }) => {
      /** @type {Promise<import("node:http").RequestListener> | undefined} */
      let listener;
      const start = async () => {
        const [{ betterAuth }, { memoryAdapter }, { toNodeHandler }] = await Promise.all([
          import("better-auth"),
          import("better-auth/adapters/memory"),
          import("better-auth/node"),
        ]);
        return toNodeHandler(
          betterAuth({
            secret: "a secret of the benchmark, for no other use",
            database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
            emailAndPassword: {
              enabled: true,
              // The server's work is no part of any row.
              password: {
                hash: async (text) => text,
                verify: async ({ hash, password }) => hash === password,
              },
            },
            trustedOrigins: [page],
            rateLimit: { enabled: false },
            logger: { disabled: true },
          }),
        );
      };
      return async (request, response) => {
        listener ??= start();
        await (await listener)(request, response);
      };
    },
    failure: (_status, code) => ({ code, message: code }),
    remarks: { "first-state": "asks its server for the session" },
    without: {
      tabs: NO_TOKEN,
      "expired-fault": NO_TOKEN,
      popup: "has a popup as a plugin of its server; not set up here",
      "closed-popup": "has a popup as a plugin of its server; not set up here",
    },
  },
  "client",
);
