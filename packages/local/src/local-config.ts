import { EnvironmentError, parseEnvironment, type ServerConfig } from "@tallybin/server";

export const PROJECT_ID = "demo-tallybin";

/** Addresses of the two listeners: the site, and the other origin that consent pages live on. */
export const originsOf = (port: number): { first: string; second: string } => ({
  first: `http://localhost:${port}`,
  second: `http://localhost:${port + 1}`,
});

/** Values that only a machine talking to itself may have; a variable that is set wins where it makes sense. */
const defaults = (port: number): Record<string, string> => ({
  ORIGIN: originsOf(port).first,
  UNSUBSCRIBE_SECRET: "local-services-only-no-secret-at-all",
  LOG_LEVEL: "warn",
  // Every browser test comes from one address.
  LIMIT_PER_CLIENT: "100000/60",
  LIMIT_PER_ADDRESS: "1000/60",
});

/** What never comes from the environment in local mode: nobody's real project is to be touched by `npm start`. */
const fixed = (port: number) => ({
  TOKEN_KEYS_URL: `${originsOf(port).first}/__local/jwks`,
  FIREBASE_API_KEY: "local-example-key",
  FIREBASE_PROJECT_ID: PROJECT_ID,
  SMTP_URL: undefined,
  MAIL_FROM: undefined,
  ANALYTICS_ENDPOINT: undefined,
  ANALYTICS_WRITE_KEY: undefined,
});

/** Checked before anything is derived from it, so that no address is blamed that nobody set. */
function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port < 65_535) return port;
  throw new EnvironmentError(["PORT must be a whole number from 1 to 65534; the port after it is used too."]);
}

/**
 * Production's parser over local defaults, with the services at the site's own origin; or at the second origin
 * where LOCAL_SERVICES_ORIGIN=second, so that CORS and connect-src are exercised as with Google's.
 */
export function parseLocalEnvironment(env: Record<string, string | undefined>): ServerConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const port = portOf(env["PORT"] || "3000");
  const config = parseEnvironment({ ...defaults(port), ...given, ...fixed(port) });
  const { second } = originsOf(config.port);
  const base = env["LOCAL_SERVICES_ORIGIN"] === "second" ? second : "";
  return {
    ...config,
    public: {
      ...config.public,
      mode: "local",
      identity: {
        ...config.public.identity,
        identityToolkitUrl: `${base}/identitytoolkit.googleapis.com`,
        secureTokenUrl: `${base}/securetoken.googleapis.com`,
      },
      documents: { url: base || "/" },
      sms: "local",
      local: { clockUrl: `${base}/__local/clock`, workbenchUrl: `${base}/__local/` },
    },
  };
}
