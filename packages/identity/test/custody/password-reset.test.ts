import { expect, test } from "vitest";
import { refusal } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { createGate } from "../support/gate.ts";
import { google } from "../support/google.ts";
import { identity } from "../support/secrets.ts";
import { session } from "../support/tokens.ts";
import { credential, KEY, setUp } from "./set-up.ts";

test.each([
  ["was just handed over", false],
  ["is kept because its hand-over failed", true],
])("a password reset ends a session that %s", async (_, isOffline) => {
  const { browser, world, open } = setUp();
  browser.values.set(KEY, { version: 1, session: session() });
  if (isOffline) world.own = () => "offline";
  const { client } = open();
  await settle();
  // An ID token of the same second is still accepted; the refresh token is not.
  world.upstream = () => Response.json({ error: { message: "TOKEN_EXPIRED" } }, { status: 400 });
  world.google = (call) =>
    call.path === "/v1/token"
      ? refusal("TOKEN_EXPIRED")
      : call.path.endsWith(":resetPassword")
        ? { body: { requestType: "PASSWORD_RESET", email: credential.email } }
        : google()(call);
  await identity.confirmPasswordReset(client, "a-code", "another-horse");
  expect(client.getState()).toMatchObject({ status: "signed-out", reason: "user-token-expired" });
});

test("a password reset during a hand-over ends the session after the hand-over", async () => {
  const { browser, world, open } = setUp();
  browser.values.set(KEY, { version: 1, session: session() });
  const handOver = createGate();
  world.own = ({ path }) =>
    path === "/api/session"
      ? handOver.opened.then(() => ({ body: { session: "00000000-0000-4000-8000-000000000001" } }))
      : refusal("TOKEN_EXPIRED");
  const { client } = open();
  await settle();
  world.google = (call) =>
    call.path.endsWith(":resetPassword") ? { body: { requestType: "PASSWORD_RESET" } } : google()(call);
  const reset = identity.confirmPasswordReset(client, "a-code", "another-horse");
  await settle();
  expect(client.getState()).toMatchObject({ status: "signed-in" });
  handOver.open();
  await reset;
  expect(client.getState()).toMatchObject({ status: "signed-out", reason: "user-token-expired" });
});
