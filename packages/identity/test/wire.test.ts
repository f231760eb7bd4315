import { expect, test } from "vitest";
import { lookUpAccount } from "../src/api/account.ts";
import { createHttp } from "../src/http/http.ts";
import { createClock } from "./support/clock.ts";

const answering = (body: object) => {
  const clock = createClock();
  return createHttp(
    {
      fetch: async () => Response.json(body),
      now: clock.now,
      setTimeout: clock.setTimeout,
      apiKey: "test-key",
      timeoutMs: 30_000,
    },
    "https://identitytoolkit.test",
  );
};

test("the client passes a response on with Google's field names unchanged", async () => {
  const body = { localId: "alice", photoUrl: "https://site.test/a.png", rawId: "1", expiresIn: "3600" };
  await expect(answering(body)("v1/anything")).resolves.toEqual(body);
});

test("lookup maps every field of Google's account to the client's user", async () => {
  const account = {
    localId: "alice",
    email: "alice@example.com",
    displayName: "Alice",
    photoUrl: "https://site.test/a.png",
    phoneNumber: "+15555550100",
    tenantId: "tenant-1",
    emailVerified: true,
    providerUserInfo: [
      {
        providerId: "google.com",
        rawId: "g-1",
        federatedId: "https://accounts.google.com/g-1",
        email: "alice@example.com",
        displayName: "Alice",
        photoUrl: "https://site.test/g.png",
        phoneNumber: "+15555550101",
      },
    ],
    mfaInfo: [
      {
        mfaEnrollmentId: "m-1",
        displayName: "Phone",
        enrolledAt: "2026-01-01T00:00:00Z",
        phoneInfo: "+1***00",
      },
      { mfaEnrollmentId: "m-2", totpInfo: {} },
      { mfaEnrollmentId: "m-3" },
    ],
    passkeyInfo: [{ credentialId: "c-1", name: "Laptop", rpId: "site.test" }],
    createdAt: "1767225600000",
    lastLoginAt: "1767225600001",
  };
  await expect(lookUpAccount(answering({ users: [account] }))).resolves.toEqual({
    uid: "alice",
    email: "alice@example.com",
    displayName: "Alice",
    photoURL: "https://site.test/a.png",
    phoneNumber: "+15555550100",
    tenantId: "tenant-1",
    emailVerified: true,
    isAnonymous: false,
    providerData: [
      {
        providerId: "google.com",
        uid: "g-1",
        email: "alice@example.com",
        displayName: "Alice",
        photoURL: "https://site.test/g.png",
        phoneNumber: "+15555550101",
      },
    ],
    enrolledFactors: [
      {
        uid: "m-1",
        factorId: "phone",
        displayName: "Phone",
        enrolledAt: "2026-01-01T00:00:00Z",
        phoneNumber: "+1***00",
      },
      { uid: "m-2", factorId: "totp" },
      { uid: "m-3", factorId: "unknown" },
    ],
    passkeys: [{ credentialId: "c-1", name: "Laptop", rpId: "site.test" }],
    createdAt: 1_767_225_600_000,
    lastLoginAt: 1_767_225_600_001,
  });
});

test.each([["soon"], ["-1"], [true], [{}]])(
  "the client refuses an account whose times are not numbers: %j",
  async (createdAt) => {
    const refused = lookUpAccount(answering({ users: [{ localId: "alice", createdAt }] }));
    await expect(refused).rejects.toMatchObject({ code: "internal-error", detail: "users.0.createdAt" });
  },
);
