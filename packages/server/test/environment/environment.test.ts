import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { defaultProviderIds } from "@tallybin/contract/provider-defaults";
import { describe, expect, test } from "vitest";
import { EnvironmentError, parseEnvironment } from "../../src/environment/environment.ts";
import { readSecretFiles } from "../../src/environment/secret-files.ts";
import { StartError } from "../../src/errors/start-error.ts";
import { ENVIRONMENT } from "../support/environment.ts";
import { newFolder } from "../support/folder.ts";

const faultsOf = (env: Record<string, string | undefined>): readonly string[] => {
  try {
    parseEnvironment(env);
    return [];
  } catch (error) {
    if (error instanceof EnvironmentError) return error.faults;
    throw error;
  }
};

describe("the environment", () => {
  test("the environment has every default if only the required variables are set", () => {
    const config = parseEnvironment(ENVIRONMENT);
    expect(config).toMatchObject({
      host: "127.0.0.1",
      port: 3000,
      dataDir: ".data",
      trustedProxyHops: 0,
      mail: null,
    });
    expect(config.public).toMatchObject({
      mode: "production",
      origin: "https://www.tallybin.example",
      documents: { url: "https://firestore.googleapis.com" },
      providers: defaultProviderIds,
      contactEndpoint: "/api/sheets/contact?tabId=responses",
      local: null,
    });
  });

  test("the environment requires an origin for the human check that differs from the site's origin", () => {
    const faults = (env: Record<string, string>) => faultsOf({ ...ENVIRONMENT, SMS: "recaptcha", ...env });
    expect(faults({})).toEqual([expect.stringMatching(/^HUMAN_CHECK_ORIGIN is missing/)]);
    expect(faults({ HUMAN_CHECK_ORIGIN: ENVIRONMENT.ORIGIN })).toEqual([
      expect.stringMatching(/^HUMAN_CHECK_ORIGIN must be another origin/),
    ]);
    expect(faults({ HUMAN_CHECK_ORIGIN: "https://check.tallybin.example" })).toEqual([]);
    const enterprise = { SMS: "off", RECAPTCHA_ENTERPRISE_KEY: "6LcExampleKeyExampleKey" };
    expect(faults(enterprise)).toEqual([
      expect.stringMatching(/^HUMAN_CHECK_ORIGIN is missing: RECAPTCHA_ENTERPRISE_KEY needs a second name/),
    ]);
    expect(faults({ ...enterprise, HUMAN_CHECK_ORIGIN: "https://check.tallybin.example" })).toEqual([]);
  });

  test("sessions stay in the browser by default, and pages do not contain the setting", () => {
    const config = parseEnvironment({ ...ENVIRONMENT, SESSIONS: "browser" });
    expect([config.sessions, "sessions" in config.public]).toEqual([undefined, false]);
  });

  test("the environment requires a secret for sessions on the server, and returns sessions to browsers if only the secret is set", () => {
    const secret = { SESSION_SECRET: "example-secret-of-sessions-number-1" };
    expect(faultsOf({ ...ENVIRONMENT, SESSIONS: "server" })).toEqual([
      expect.stringMatching(/^SESSION_SECRET is missing/),
    ]);
    expect(faultsOf({ ...ENVIRONMENT, SESSION_SECRET_PREVIOUS: secret.SESSION_SECRET })).toEqual([
      expect.stringMatching(/^SESSION_SECRET is missing/),
    ]);
    expect(
      faultsOf({
        ...ENVIRONMENT,
        ...secret,
        SESSIONS: "maybe",
        SESSION_IDLE: "soon",
        SESSION_LIFETIME: "401d",
      }),
    ).toEqual([
      "SESSIONS must be one of browser, server.",
      "SESSION_IDLE must be a duration such as 30d, 12h or 90m.",
      "SESSION_LIFETIME must be at most 400d, since browsers keep no cookie longer.",
    ]);
    expect(faultsOf({ ...ENVIRONMENT, ...secret, SESSION_IDLE: "31d", SESSION_LIFETIME: "30d" })).toEqual([
      "SESSION_IDLE must not be longer than SESSION_LIFETIME.",
    ]);
    const server = parseEnvironment({ ...ENVIRONMENT, ...secret, SESSIONS: "server", SESSION_IDLE: "12h" });
    expect(server.sessions).toMatchObject({
      mode: "server",
      idleSeconds: 43_200,
      lifetimeSeconds: 15_552_000,
    });
    expect(server.public.sessions).toBe("server");
    expect(parseEnvironment({ ...ENVIRONMENT, ...secret }).public.sessions).toBe("release");
  });

  test("the environment refuses an emulator on this machine, because the server could not verify its tokens", () => {
    for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
      const emulator = {
        IDENTITY_TOOLKIT_URL: `http://${host}:9099/identitytoolkit.googleapis.com`,
        SECURE_TOKEN_URL: `http://${host}:9099/securetoken.googleapis.com`,
      };
      const faults = faultsOf({ ...ENVIRONMENT, ...emulator });
      expect(faults.map((fault) => fault.split(" ")[0])).toEqual(Object.keys(emulator));
      for (const fault of faults) expect(fault).toMatch(/`npm start`.*`npm run lab -- local-services`/);
      const keys = { TOKEN_KEYS_URL: `http://${host}:9099/__local/jwks` };
      expect(faultsOf({ ...ENVIRONMENT, ...emulator, ...keys }), "services that sign").toEqual([]);
    }
  });

  test("a misspelled variable is refused, and the right one is proposed", () => {
    for (const [name, known] of [
      ["SESION_SECRET", "SESSION_SECRET"],
      ["DATABASE_URI", "DATABASE_URL"],
      ["TRUSTED_PROXY_HOP", "TRUSTED_PROXY_HOPS"],
      ["PROVIDER", "PROVIDERS"],
    ] as const) {
      const told = [`${name} is unknown. Did you mean ${known}?`];
      expect(faultsOf({ ...ENVIRONMENT, [name]: "x" })).toEqual(told);
      expect(faultsOf({ ...ENVIRONMENT, [name]: "" }), "not set").toEqual([]);
    }
  });

  test("variables of other programs are no misspellings", () => {
    const names = [
      "HOSTNAME",
      "NODE_ENV",
      "NODE_OPTIONS",
      "LANGUAGE",
      "SHELL",
      "POSTGRES_PASSWORD",
      "HOSTS",
      "RELEASE",
    ];
    expect(faultsOf({ ...ENVIRONMENT, ...Object.fromEntries(names.map((name) => [name, "x"])) })).toEqual([]);
    expect(faultsOf({ ...ENVIRONMENT, SESSION_SECRET_FILE: "/run/secrets/session" })).toEqual([]);
  });

  test("the environment is refused if a required variable is missing or empty", () => {
    for (const name of ["ORIGIN", "FIREBASE_API_KEY", "FIREBASE_PROJECT_ID", "UNSUBSCRIBE_SECRET"])
      for (const value of [undefined, ""])
        expect(faultsOf({ ...ENVIRONMENT, [name]: value })).toEqual([`${name} is missing.`]);
  });

  test("the environment refuses a malformed value with an error that names the variable and does not repeat the value", () => {
    const wrong: [name: string, value: string][] = [
      ["ORIGIN", "http://www.tallybin.example"],
      ["ORIGIN", "https://www.tallybin.example/"],
      ["ORIGIN", "https://www.tallybin.example/de"],
      ["ORIGIN", "https://user:word@www.tallybin.example"],
      ["ORIGIN", "www.tallybin.example"],
      ["FIREBASE_API_KEY", "AIza:Example"],
      ["FIREBASE_PROJECT_ID", "Tallybin Example"],
      ["UNSUBSCRIBE_SECRET", "short"],
      ["UNSUBSCRIBE_SECRET", "# the output of: openssl rand -hex 32"],
      ["UNSUBSCRIBE_SECRET", "0123456789abcdef0123456789abcdef # a comment"],
      ["SESSION_SECRET", "abababababababababababababababababababab"],
      ["PORT", "0"],
      ["PORT", "65536"],
      ["PORT", "3000.5"],
      ["PORT", "three thousand"],
      ["HOST", "two words"],
      ["DATABASE_URL", "mysql://localhost/db"],
      ["DATABASE_URL", "postgres://localhost"],
      ["DATABASE_URL", "postgres://one:5432,two:5432/db"],
      ["DATABASE_URL", "postgres://user:word@one,two/db"],
      ["DATABASE_URL", "postgres:///db?host=one,two"],
      ["DATABASE_POOL_SIZE", "0"],
      ["IDENTITY_TOOLKIT_URL", "http://identity.example"],
      ["SECURE_TOKEN_URL", "identity.example"],
      ["DOCUMENTS_URL", "https://documents.example/?key=1"],
      ["TOKEN_KEYS_URL", "file:///etc/keys.json"],
      ["PROVIDERS", "google.com,myspace.com"],
      ["SMS", "on"],
      ["PASSKEYS", "yes"],
      ["RECAPTCHA_ENTERPRISE_KEY", "projects/tallybin/keys/6LcExampleExampleExample"],
      ["PICTURE_HOSTS", "https://pictures.example"],
      ["PICTURE_HOSTS", "pictures.example; script-src *"],
      ["CONTACT_ENDPOINT", "//elsewhere.example/api"],
      ["NEWSLETTER_ENDPOINT", "http://elsewhere.example/api"],
      ["CONSENT_VERSION", "May 06"],
      ["ANALYTICS_WRITE_KEY", "two words"],
      ["STRIPE_PRICE_PRO", "two words"],
      ["TRUSTED_PROXY_HOPS", "-1"],
      ["LIMIT_PER_CLIENT", "20"],
      ["LIMIT_PER_ADDRESS", "0/60"],
      ["LOG_LEVEL", "loud"],
    ];
    for (const [name, value] of wrong) {
      const faults = faultsOf({ ...ENVIRONMENT, [name]: value }).filter((fault) => fault.startsWith(name));
      expect(faults, `${name}=${value}`).toEqual([expect.stringContaining(`${name} must be `)]);
      if (value.length > 8) expect(faults[0]).not.toContain(value);
    }
  });

  test.each([
    ["SMTP_URL", "smtps://mail.example", "MAIL_FROM"],
    ["MAIL_FROM", "Tallybin <news@tallybin.example>", "SMTP_URL"],
    ["ANALYTICS_ENDPOINT", "https://collect.example", "ANALYTICS_WRITE_KEY"],
  ])("the environment refuses %s without the variable that belongs to it", (name, value, other) => {
    expect(faultsOf({ ...ENVIRONMENT, [name]: value })).toEqual([
      expect.stringContaining(`${other} is missing`),
    ]);
  });

  test("one error lists all faults of the environment", () => {
    expect(faultsOf({ PORT: "x", SMS: "y" })).toHaveLength(6);
  });
});

function secretFile(text: string): string {
  const file = join(newFolder(), "secret");
  writeFileSync(file, text);
  return file;
}

test("a secret is read from the file that its _FILE variable names, without the line break at the end", () => {
  const file = secretFile("example-secret\n");
  expect(readSecretFiles({ UNSUBSCRIBE_SECRET_FILE: file, PORT: "3000" })).toMatchObject({
    UNSUBSCRIBE_SECRET: "example-secret",
    PORT: "3000",
  });
});

test("the start fails if a secret is given twice or its file is missing, and the error hides the secret", () => {
  const file = secretFile("example-secret");
  const both = () => readSecretFiles({ SESSION_SECRET: "example-other", SESSION_SECRET_FILE: file });
  expect(both).toThrow(StartError);
  expect(both).toThrow("Set SESSION_SECRET or SESSION_SECRET_FILE, not both.");
  expect(() => readSecretFiles({ DATABASE_URL_FILE: `${file}.missing` })).toThrow(
    /^DATABASE_URL_FILE names a file that cannot be read \(ENOENT\)/,
  );
});

test("only secrets can be read from files", () => {
  expect(readSecretFiles({ PORT_FILE: secretFile("1") })).not.toHaveProperty("PORT");
});
