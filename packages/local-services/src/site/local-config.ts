import { fileURLToPath } from "node:url";
import {
  EnvironmentError,
  parseEnvironment,
  type ServerConfig,
} from "@tallybin/server/environment/environment";
import { isHostName, isOrigin } from "../http/serve.ts";

export const PROJECT_ID = "demo-project";

/** Addresses of the two listeners: the site, and the second origin with consent pages and the human check. */
export const originsOf = (port: number): { first: string; second: string } => ({
  first: `http://localhost:${port}`,
  second: `http://localhost:${port + 1}`,
});

/**
 * The variables that a developer may set. All others are ignored: if a shell exports DATABASE_URL or CONTACT_ENDPOINT
 * for another project, `npm start` must not write there.
 */
const READ =
  /^(PORT|HOST|DATA_DIR|PROVIDERS|PICTURE_HOSTS|CONSENT_VERSION|LOG_LEVEL|REPORTS|SESSIONS|(STRIPE_PRICE|LIMIT_PER|SESSION)_\w+)$/;

/** Values that are acceptable only within one machine. */
const createLocalValues = (port: number): Record<string, string> => ({
  ORIGIN: originsOf(port).first,
  FIREBASE_API_KEY: "local-example-key",
  FIREBASE_PROJECT_ID: PROJECT_ID,
  TOKEN_KEYS_URL: `${originsOf(port).first}/__local/jwks`,
  UNSUBSCRIBE_SECRET: "local-services-only-no-secret-at-all",
  // The price IDs that the workbench and the scenarios write into a document, so that a plan shows.
  STRIPE_PRICE_STARTER: "price_local_starter",
  STRIPE_PRICE_PRO: "price_local_pro",
  STRIPE_PRICE_BUSINESS: "price_local_business",
  LOG_LEVEL: "warn",
  // All browser tests share one IP address, so its limit must be high.
  LIMIT_PER_CLIENT: "100000/60",
  LIMIT_PER_ADDRESS: "1000/60",
});

/** Checks the port before other values are derived from it, so that no error names a derived address. */
function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port < 65_535) return port;
  throw new EnvironmentError(["PORT must be a whole number from 1 to 65534; the port after it is used too."]);
}

/**
 * Parses the environment as in production, with local defaults. The services are at the site's origin, or, with
 * LOCAL_SERVICES_ORIGIN=second, at the second origin, which exercises CORS and connect-src as with Google.
 */
export function parseLocalEnvironment(env: Environment): ServerConfig {
  const port = parsePort(env["PORT"] || "3000");
  const given = Object.entries(env).filter(([name, value]) => value && READ.test(name));
  const config = parseEnvironment({
    ...createLocalValues(port),
    ...(env["SESSIONS"] === "server" ? { SESSION_SECRET: "local-services-only-no-secret-at-all" } : {}),
    ...Object.fromEntries(given),
  });
  const { second } = originsOf(config.port);
  const base = env["LOCAL_SERVICES_ORIGIN"] === "second" ? second : "";
  return {
    ...config,
    // The file is beside this module in the sources, and beside the bundle in a build.
    breachedPasswords: { file: fileURLToPath(new URL("./breached-passwords.txt", import.meta.url)) },
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
      recaptchaEnterpriseKey: "local-example-key",
      humanCheckOrigin: second,
      passkeys: true,
      breachedPasswords: true,
      local: { clockUrl: `${base}/__local/clock`, workbenchUrl: `${base}/__local/` },
    },
  };
}

function parseList(text: string | undefined, isItem: (item: string) => boolean, problem: string): string[] {
  const items = (text ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
  if (items.every(isItem)) return items;
  throw new EnvironmentError([`${problem}, separated by commas.`]);
}

type Environment = Record<string, string | undefined>;

/** Origins besides loopback whose pages may control the local services. */
export const parseControlOrigins = ({ LOCAL_CONTROL_ORIGINS: text }: Environment): string[] =>
  parseList(text, isOrigin, "LOCAL_CONTROL_ORIGINS must be origins such as http://app.example.test:8080");

/** Names besides loopback at which the local services answer. */
export const parseAllowedHosts = ({ LOCAL_ALLOWED_HOSTS: text }: Environment): string[] =>
  parseList(text, isHostName, "LOCAL_ALLOWED_HOSTS must be host names such as my-machine.local");
