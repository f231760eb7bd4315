import { describe, expect, test } from "vitest";
import { isSubscriptionActive, mergeProfile, planOf } from "../../src/account/profile.ts";
import { isShownPicture } from "../../src/config/picture-host.ts";
import { user } from "./support/user.ts";

const ada = {
  ...user("ada"),
  displayName: "Ada of GitHub",
  providerData: [{ providerId: "password" }, { providerId: "github.com" }],
};
const plans = { starter: "price_1", pro: "price_2" };
const stored = (data: Record<string, string>, uid = "ada") =>
  ({
    status: "ready",
    connection: "live",
    uid,
    snapshot: { exists: true, data, createTime: "", updateTime: "" },
  }) as const;

test.each([
  ["https://pictures.example/a.png", true],
  ["https://eu.cdn.example/a.png", true],
  ["https://cdn.example/a.png", false],
  ["https://evilcdn.example/a.png", false],
  ["https://evil-pictures.example/a.png", false],
  ["http://pictures.example/a.png", false],
])("whether the site shows the picture %s: %s", (address, isShown) => {
  expect(isShownPicture(address, ["https://pictures.example", "https://*.cdn.example"])).toBe(isShown);
});

describe("the merged profile", () => {
  test("the merged profile shows only the identity user until the user document is read", () => {
    expect(mergeProfile(ada, { status: "none" }, plans)).toMatchObject({
      name: "Ada of GitHub",
      planId: undefined,
      planIsActive: false,
      isComplete: false,
    });
  });

  test("the merged profile uses the stored name and picture, even if the stored texts are empty", () => {
    expect(mergeProfile(ada, stored({ name: "Ada", picture: "" }), plans)).toMatchObject({
      name: "Ada",
      picture: "",
      isComplete: true,
    });
  });

  test.each([
    ["data:image/png;base64,AAAA"],
    ["DATA:image/svg+xml,%3Csvg/%3E"],
    ["http://pictures.example/ada.png"],
    ["blob:https://www.example.com/1"],
    ["javascript:alert(1)"],
    ["ada.png"],
  ])("the merged profile takes no picture from %s", (address) => {
    const withPicture = { ...ada, photoURL: address };
    expect(mergeProfile(withPicture, { status: "none" }, plans).picture).toBeUndefined();
    expect(mergeProfile(ada, stored({ picture: address }), plans).picture).toBeUndefined();
  });

  test("the merged profile contains the paid plan and the names of the sign-in methods", () => {
    const data = { stripePriceId: "price_2", stripeSubscriptionStatus: "trialing" };
    expect(mergeProfile(ada, stored(data), plans)).toMatchObject({
      planId: "pro",
      planIsActive: true,
      providers: ["Password", "GitHub"],
    });
  });

  test("the merged profile ignores another user's document, and takes the email address from no document", () => {
    expect(mergeProfile(ada, stored({ name: "Bob" }, "bob"), plans)).toMatchObject({
      name: "Ada of GitHub",
    });
    expect(mergeProfile(ada, stored({ email: "old@example.com" }), plans).email).toBe("ada@example.com");
  });
});

test.each([
  ["price_1", "starter"],
  ["price_2", "pro"],
  ["price_of_nobody", undefined],
  [undefined, undefined],
])("the price ID %s belongs to the plan %s", (price, plan) => expect(planOf(price, plans)).toBe(plan));

test.each([
  ["active", true],
  ["trialing", true],
  ["past_due", false],
  ["canceled", false],
  [undefined, false],
])("a subscription with the status %s is active: %s", (status, expected) =>
  expect(isSubscriptionActive(status)).toBe(expected),
);
