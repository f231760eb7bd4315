import fc from "fast-check";
import { adminCalls, CONFIG } from "./admin-calls.ts";
import { one } from "./arbitraries.ts";
import { clientCalls, v1 } from "./client-calls.ts";
import type { Command, Shape } from "./command.ts";
import { HOOKS } from "./hooks.ts";
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

const SIGN_INS =
  /^accounts\.(signUp|signInWith(Password|Idp|EmailLink|PhoneNumber)|send\w+|mfaSignIn|mfaEnrollment)/;
const signIn = fc.oneof(
  ...clientCalls
    .filter(({ operation }) => SIGN_INS.test(operation))
    .map((shape) => ({ weight: Math.ceil((shape.weight ?? 1) * 2), arbitrary: calls(shape) })),
);
const hook = fc.record({ functionUri: fc.record({ $hook: one("accept", "rename", "claims", ...HOOKS) }) });
const setHooks = fc
  .record({
    triggers: fc.record({ beforeCreate: hook, beforeSignIn: hook }, { requiredKeys: ["beforeSignIn"] }),
    forwardInboundCredentials: fc.record({ accessToken: fc.boolean(), idToken: fc.boolean() }),
  })
  .map(
    (blockingFunctions): Command => ({
      kind: "call",
      operation: "projects.updateConfig",
      method: "PATCH",
      path: `${CONFIG}?updateMask=blockingFunctions`,
      access: "owner",
      type: "application/json",
      body: { blockingFunctions },
    }),
  );
/** Blocking functions, and the calls that meet them. */
const withHooks = fc
  .tuple(setHooks, fc.array(signIn, { minLength: 2, maxLength: 8, size: "max" }), setHooks)
  .map(([first, commands, second]) => [first, ...commands, second]);

/** Most sequences begin with an account, because most operations need one, and half with blocking functions. */
export const sequences = (length: number): fc.Arbitrary<Command[]> =>
  fc
    .tuple(
      fc.boolean(),
      fc.option(withHooks, { freq: 2 }),
      fc.array(
        fc.oneof(
          { weight: 6, arbitrary: advance },
          ...shapes.map((shape) => ({ weight: Math.ceil((shape.weight ?? 1) * 2), arbitrary: calls(shape) })),
        ),
        { minLength: 1, maxLength: length, size: "max" },
      ),
    )
    .map(([begins, hooks, commands]) => [...(begins ? [signUpFirst] : []), ...(hooks ?? []), ...commands]);
