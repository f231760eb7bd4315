import fc from "fast-check";
import { adminCalls, CONFIG } from "./admin-calls.ts";
import { one, postBody, ref } from "./arbitraries.ts";
import { clientCalls, pathOf } from "./client-calls.ts";
import type { Command, Shape } from "./command.ts";
import { HOOKS } from "./hooks.ts";

const shapes = [...clientCalls, ...adminCalls];

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

const client = (method: string, fields: unknown): Command => ({
  kind: "call",
  operation: `accounts.${method}`,
  method: "POST",
  path: pathOf(method),
  access: "key",
  type: "application/json",
  body: fields,
});
const newest = (name: string) => ({ $ref: name, index: 0 });
const address = one("ada@example.test", "bea@example.test");
const credential = fc.record({ email: address, password: one("correct horse") });
/** Sign-ins with valid fields, which therefore meet the blocking functions. */
const signIn: fc.Arbitrary<Command[]> = fc.oneof(
  credential.map((fields) => [client("signUp", fields)]),
  credential.map((fields) => [client("signInWithPassword", fields)]),
  fc
    .record(
      { requestUri: one("http://localhost"), postBody, idToken: ref("idToken") },
      { requiredKeys: ["requestUri", "postBody"] },
    )
    .map((fields) => [client("signInWithIdp", fields)]),
  address.map((email) => [
    client("sendOobCode", { requestType: "EMAIL_SIGNIN", email }),
    client("signInWithEmailLink", { email, oobCode: newest("oobCode") }),
  ]),
  one("+15555550100", "+15555550101").map((phoneNumber) => [
    client("sendVerificationCode", { phoneNumber }),
    client("signInWithPhoneNumber", { sessionInfo: newest("sessionInfo"), code: newest("smsCode") }),
  ]),
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
  .tuple(setHooks, fc.array(signIn, { minLength: 2, maxLength: 6, size: "max" }), setHooks)
  .map(([first, commands, second]) => [first, ...commands.flat(), second]);

const signUpFirst = client("signUp", { email: "ada@example.test", password: "correct horse" });

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
