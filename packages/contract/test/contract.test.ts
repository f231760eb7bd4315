import { ApiEnvelope } from "@tallybin/contract/api";
import { toContactRequest } from "@tallybin/contract/contact";
import { NO_ID_TOKEN } from "@tallybin/contract/newsletter";
import { defaultProviderIds } from "@tallybin/contract/provider-defaults";
import { isProviderId, providerIds, providerOf } from "@tallybin/contract/providers";
import { PublicConfig } from "@tallybin/contract/public-config";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { parseEnvironment } from "../../server/src/environment/environment.ts";

test("the site can parse the server's page configuration", () => {
  const { public: written } = parseEnvironment({
    ORIGIN: "https://www.tallybin.example",
    FIREBASE_API_KEY: "example-key",
    FIREBASE_PROJECT_ID: "demo-project",
    UNSUBSCRIBE_SECRET: "an-example-that-is-no-secret-at-all",
    RECAPTCHA_SITE_KEY: "example-site-key",
    RECAPTCHA_ENTERPRISE_KEY: "example-key-of-enterprise",
    HUMAN_CHECK_ORIGIN: "https://check.tallybin.example",
    STRIPE_PRICE_PRO: "price_example",
    ANALYTICS_ENDPOINT: "https://analytics.tallybin.example",
    ANALYTICS_WRITE_KEY: "example-write-key",
  });
  expect(v.parse(PublicConfig, JSON.parse(JSON.stringify(written)))).toEqual(written);
});

test("a contact message is sent as one row, with the values in the order of the spreadsheet's columns", () => {
  expect(toContactRequest({ message: "Hello", email: "ada@example.com", name: "Ada" })).toEqual([
    ["Ada", "ada@example.com", "Hello"],
  ]);
});

test('the newsletter request of a signed-out visitor has the token "undefined"', () => {
  expect(NO_ID_TOKEN).toBe("undefined");
});

describe("an API response", () => {
  test.each([
    [{ status: "success" }, { status: "success", code: "", message: "" }],
    [
      { status: "error", code: 7 },
      { status: "error", code: "", message: "" },
    ],
  ])("the schema of an API response accepts %j and fills in missing fields", (response, expected) => {
    expect(v.parse(ApiEnvelope, response)).toEqual(expected);
  });

  test.each([[null], ["ok"], [{}], [{ status: "fine" }]])(
    "the schema of an API response refuses %j",
    (response) => {
      expect(v.safeParse(ApiEnvelope, response).success).toBe(false);
    },
  );
});

describe("the providers of the site", () => {
  test("the default providers are the four that the specification names", () => {
    expect(defaultProviderIds).toEqual(["google.com", "facebook.com", "twitter.com", "github.com"]);
  });

  test("the site's providers each have a different name", () => {
    expect(new Set(providerIds.map((id) => providerOf(id).name)).size).toBe(providerIds.length);
  });

  test("isProviderId accepts a provider of the site and rejects other sign-in methods", () => {
    expect(["google.com", "password", "phone", "toString"].map(isProviderId)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
