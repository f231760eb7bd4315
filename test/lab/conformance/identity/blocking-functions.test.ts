import { createServer } from "node:http";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as identity from "../../../../packages/identity/src/index.ts";
import { connect, emulator, newPerson } from "./emulator.ts";

let answer: { status: number; body: unknown } = { status: 200, body: {} };
const server = createServer((_, response) => {
  response.writeHead(answer.status, { "content-type": "application/json" });
  response.end(JSON.stringify(answer.body));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
beforeEach(async () => {
  await emulator.reset();
  const address = server.address();
  const functionUri = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`;
  await emulator.setBlockingFunctions({ beforeSignIn: { functionUri } });
});
afterAll(async () => {
  await emulator.setBlockingFunctions({});
  server.close();
});

test("the refusal of a blocking function reaches the caller with the function's message", async () => {
  answer = { status: 403, body: { error: { message: "Only for staff.", status: "PERMISSION_DENIED" } } };
  await expect(identity.signUp(connect(), newPerson())).rejects.toMatchObject({
    code: "blocking-function-error-response",
    serverCode: expect.stringContaining("BLOCKING_FUNCTION_ERROR_RESPONSE"),
  });
});

test("the ID token contains the session claims that a blocking function returned", async () => {
  const userRecord = { updateMask: "sessionClaims", sessionClaims: { device: "known" } };
  answer = { status: 200, body: { userRecord } };
  const client = connect();
  await identity.signUp(client, newPerson());
  expect(decodeJwt(await identity.getIdToken(client))["device"]).toBe("known");
});
