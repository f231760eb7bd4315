import { createServer } from "node:http";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ada, createLocal } from "../support/local.ts";
import { identity } from "../support/secrets.ts";

let answer: { status: number; body: unknown } = { status: 200, body: {} };
const server = createServer((_, response) => {
  response.writeHead(answer.status, { "content-type": "application/json" });
  response.end(JSON.stringify(answer.body));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());

/** A project whose sign-ins call the function above. */
const guarded = async () => {
  const local = createLocal();
  const address = server.address();
  const functionUri = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`;
  await local.server.setBlockingFunctions({ beforeSignIn: { functionUri } });
  return local;
};

test("the refusal of a blocking function reaches the caller with the function's message", async () => {
  answer = { status: 403, body: { error: { message: "Only for staff.", status: "PERMISSION_DENIED" } } };
  const { client } = await guarded();
  await expect(identity.signUp(client, ada)).rejects.toMatchObject({
    code: "blocking-function-error-response",
    serverCode: expect.stringContaining("BLOCKING_FUNCTION_ERROR_RESPONSE"),
  });
});

test("the ID token contains the session claims that a blocking function returned", async () => {
  const userRecord = { updateMask: "sessionClaims", sessionClaims: { device: "known" } };
  answer = { status: 200, body: { userRecord } };
  const { client } = await guarded();
  await identity.signUp(client, ada);
  expect(decodeJwt(await identity.getIdToken(client))["device"]).toBe("known");
});
