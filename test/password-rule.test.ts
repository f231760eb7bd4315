import type { PasswordPolicy } from "@tallybin/identity";
import { expect, test } from "vitest";
import { describePasswordRule } from "../src/messages/password-rule.ts";

const enforced: PasswordPolicy = { isEnforced: true, minLength: 10, maxLength: 4096, requires: [] };

test.each<[string, PasswordPolicy | undefined]>([
  ["At least 6 characters.", undefined],
  ["At least 6 characters.", { ...enforced, isEnforced: false }],
  ["At least 10 characters.", enforced],
  ["10 to 32 characters.", { ...enforced, maxLength: 32 }],
  ["At least 10 characters, with a number.", { ...enforced, requires: ["digit"] }],
  [
    "At least 10 characters, with a lowercase letter, a capital letter, and a symbol.",
    { ...enforced, requires: ["lowercase-letter", "uppercase-letter", "special-character"] },
  ],
])("the text of the password rule is: %s", (rule, policy) => {
  expect(describePasswordRule(policy)).toBe(rule);
});
