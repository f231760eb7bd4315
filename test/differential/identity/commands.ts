import fc from "fast-check";
import { adminCalls } from "./admin-calls.ts";
import { one } from "./arbitraries.ts";
import { clientCalls, v1 } from "./client-calls.ts";
import type { Command, Shape } from "./command.ts";
import { passkeyCalls } from "./passkey-calls.ts";
import { providerConfigCalls } from "./provider-config-calls.ts";

const shapes = [...clientCalls, ...adminCalls, ...passkeyCalls, ...providerConfigCalls];

const calls = (shape: Shape): fc.Arbitrary<Command> =>
  fc.record({
    kind: fc.constant("call" as const),
    operation: fc.constant(shape.operation),
    method: fc.constant(shape.method ?? "POST"),
    path: fc.constant(shape.path),
    access: fc.oneof(
      { weight: 30, arbitrary: fc.constant(shape.access) },
      { weight: 1, arbitrary: one<Shape["access"] | "bad">("key", "owner", "none", "bad") },
    ),
    type: fc.oneof(
      { weight: 50, arbitrary: one("application/json") },
      { weight: 1, arbitrary: one("text/plain", "application/x-www-form-urlencoded", "") },
    ),
    body: fc.oneof(
      { weight: 60, arbitrary: shape.body ?? fc.constant(undefined) },
      { weight: shape.body ? 1 : 0, arbitrary: one<unknown>([], "text", null, {}) },
    ),
  });

const advance: fc.Arbitrary<Command> = fc.record({
  kind: fc.constant("advance" as const),
  seconds: one(1, 2, 30, 299, 600, 3600),
});

const signUpFirst: Command = {
  kind: "call",
  operation: "accounts.signUp",
  method: "POST",
  path: v1("signUp"),
  access: "key",
  type: "application/json",
  body: { email: "ada@example.test", password: "correct horse" },
};

/** Most sequences begin with an account, because most operations need one. */
export const sequences = (length: number): fc.Arbitrary<Command[]> =>
  fc
    .tuple(
      fc.boolean(),
      fc.array(
        fc.oneof(
          { weight: 6, arbitrary: advance },
          ...shapes.map((shape) => ({ weight: Math.ceil((shape.weight ?? 1) * 2), arbitrary: calls(shape) })),
        ),
        { minLength: 1, maxLength: length, size: "max" },
      ),
    )
    .map(([begins, commands]) => (begins ? [signUpFirst, ...commands] : commands));
