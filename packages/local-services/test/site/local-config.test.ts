import { expect, test } from "vitest";
import {
  parseAllowedHosts,
  parseControlOrigins,
  parseLocalEnvironment,
} from "../../src/site/local-config.ts";

test("the local configuration ignores environment variables that the shell exports for another project", () => {
  const foreign = {
    DATABASE_URL: "postgres://user:password@database.example/other",
    CONTACT_ENDPOINT: "https://sheets.example/rows",
    NEWSLETTER_ENDPOINT: "https://news.example/subscribe",
    ORIGIN: "https://www.other.example",
    FIREBASE_API_KEY: "AIzaOther",
    FIREBASE_PROJECT_ID: "other-project",
    IDENTITY_TOOLKIT_URL: "https://identity.example",
    TOKEN_KEYS_URL: "https://keys.example",
    SMTP_URL: "smtp://mail.example",
    MAIL_FROM: "other@other.example",
    ANALYTICS_ENDPOINT: "https://collect.example",
    ANALYTICS_WRITE_KEY: "key",
    SMS: "something else entirely",
  };
  expect(parseLocalEnvironment(foreign)).toEqual(parseLocalEnvironment({}));
  expect(JSON.stringify(parseLocalEnvironment(foreign))).not.toMatch(
    /other|(?:database|sheets|news|mail|collect)\.example/,
  );
});

test("the local configuration accepts the public variables, and names a variable with an invalid value", () => {
  const config = parseLocalEnvironment({
    PROVIDERS: "github.com",
    STRIPE_PRICE_PRO: "price_1",
    PORT: "4000",
  });
  expect(config.public).toMatchObject({
    providers: ["github.com"],
    plans: { starter: "price_local_starter", pro: "price_1" },
    origin: "http://localhost:4000",
  });
  expect(() => parseLocalEnvironment({ PROVIDERS: "myspace.com" })).toThrow("PROVIDERS must be");
  for (const PORT of ["abc", "0", "65535", "80.5"])
    expect(() => parseLocalEnvironment({ PORT }), PORT).toThrow(
      "PORT must be a whole number from 1 to 65534",
    );
});

test("LOCAL_CONTROL_ORIGINS accepts a list of origins, and refuses a path and a star", () => {
  expect(parseControlOrigins({})).toEqual([]);
  expect(
    parseControlOrigins({ LOCAL_CONTROL_ORIGINS: "http://app.example.test:8080, https://b.test" }),
  ).toEqual(["http://app.example.test:8080", "https://b.test"]);
  expect(() => parseControlOrigins({ LOCAL_CONTROL_ORIGINS: "http://app.example.test/" })).toThrow(
    "must be origins",
  );
  expect(() => parseControlOrigins({ LOCAL_CONTROL_ORIGINS: "*" })).toThrow("must be origins");
});

test("LOCAL_ALLOWED_HOSTS accepts a list of host names, and refuses a port and a star", () => {
  expect(parseAllowedHosts({})).toEqual([]);
  expect(parseAllowedHosts({ LOCAL_ALLOWED_HOSTS: "site, my-machine.local" })).toEqual([
    "site",
    "my-machine.local",
  ]);
  for (const text of ["site:3000", "*.local", "http://site"])
    expect(() => parseAllowedHosts({ LOCAL_ALLOWED_HOSTS: text })).toThrow("must be host names");
});
