import { expect, test } from "vitest";
import { describeIdentity, describeLocalServices, describeUserDocument } from "../src/describe.ts";

test("describeIdentity lists functions, error codes and options of the identity client", () => {
  expect(describeIdentity()).toMatchObject({
    operations: {
      ".": expect.arrayContaining(["createIdentityClient", "signInWithPassword", "watchStoredSession"]),
      "./custody": expect.arrayContaining(["releasingCustody", "serverCustody"]),
      "./passkey": expect.arrayContaining(["enrollPasskey", "signInWithPasskey"]),
    },
    errorCodes: expect.arrayContaining([
      { code: "email-already-in-use", class: "caller", serverCodes: ["EMAIL_EXISTS"] },
      { code: "network-request-failed", class: "transient", serverCodes: [] },
      { code: "user-disabled", class: "definite", serverCodes: ["USER_DISABLED"] },
    ]),
    settings: {
      apiKey: { type: "string", required: true },
      namespace: { type: "string", required: false, description: expect.stringContaining("identity-client") },
    },
  });
});

test("describeUserDocument lists methods, error codes and options of the user document", () => {
  expect(describeUserDocument()).toMatchObject({
    operations: expect.arrayContaining(["delete", "deleteField", "get", "set", "update", "watch"]),
    errorCodes: expect.arrayContaining([
      { code: "permission-denied", isPermanent: true },
      { code: "network-failed", isPermanent: false },
    ]),
    settings: { uid: { type: "string", required: true }, getIdToken: { required: true } },
  });
});

test("describeLocalServices lists operations, error codes, settings, failure scripts and scenarios", () => {
  expect(describeLocalServices()).toMatchObject({
    operations: {
      identity: expect.arrayContaining([
        { method: "POST", path: "/v1/accounts:signUp", endpoint: "accounts:signUp", access: "key" },
      ]),
      documents: expect.arrayContaining([{ method: "POST", endpoint: "documents:commit" }]),
      control: expect.arrayContaining([expect.objectContaining({ path: "/__local/clock" })]),
    },
    errorCodes: {
      identity: expect.arrayContaining(["EMAIL_EXISTS", "INVALID_ID_TOKEN", "USER_DISABLED"]),
      documents: expect.arrayContaining(["NOT_FOUND", "PERMISSION_DENIED"]),
    },
    settings: {
      schema: {
        properties: { idTokenLifetimeS: { type: "number", minimum: 1, maximum: 3600 } },
      },
      defaults: { idTokenLifetimeS: 3600 },
    },
    failureScripts: { required: ["fault"] },
    scenarios: expect.arrayContaining([expect.objectContaining({ name: "verified customer" })]),
  });
});
