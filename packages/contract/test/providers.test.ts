import { defaultProviderIds } from "@tallybin/contract/provider-defaults";
import { isProviderId, providerIds, providerOf } from "@tallybin/contract/providers";
import { describe, expect, test } from "vitest";

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
