import type { PublicConfig } from "@tallybin/contract/public-config";
import { expect, test } from "vitest";
import { parseEnvironment } from "../src/environment/environment.ts";
import { fillPage } from "../src/static/load-site.ts";
import { ENVIRONMENT } from "./support/environment.ts";

const HTML = '<!doctype html>\n<html lang="en"><head></head></html>';

const configured = (env: Record<string, string>): PublicConfig =>
  parseEnvironment({ ...ENVIRONMENT, ...env }).public;

test("a page lists the features that are not configured, so that forms hide them before any script runs", () => {
  expect(fillPage(HTML, configured({ PROVIDERS: "google.com,github.com", PASSKEYS: "on" }))).toContain(
    '<html data-without="facebook.com twitter.com apple.com microsoft.com oidc.sso recaptcha" lang="en">',
  );
  expect(fillPage(HTML, configured({ PROVIDERS: "none" }))).toContain(
    '<html data-without="google.com facebook.com twitter.com github.com apple.com microsoft.com oidc.sso social passkeys recaptcha" lang="en">',
  );
  const all = "google.com,facebook.com,twitter.com,github.com,apple.com,microsoft.com,oidc.sso";
  const check = {
    HUMAN_CHECK_ORIGIN: "https://check.example.com",
    RECAPTCHA_ENTERPRISE_KEY: "6LcExampleKeyExampleKey",
  };
  expect(fillPage(HTML, configured({ PROVIDERS: all, PASSKEYS: "on", ...check }))).toContain(
    '<html lang="en">',
  );
});
