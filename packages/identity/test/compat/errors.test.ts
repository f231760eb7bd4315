import { expect, test } from "vitest";
import { describeIdentity } from "../../../release/src/describe.ts";
import { RENAMED, toAuthError } from "../../src/compat/errors.ts";
import { IdentityError, type IdentityErrorCode } from "../../src/errors/identity-error.ts";
import { errorFromMessage } from "../../src/errors/server-error.ts";

test("each code of the client becomes a code of the SDK's form, under its own name unless the table renames it", () => {
  for (const { code } of describeIdentity().errorCodes) {
    const own = code as IdentityErrorCode;
    expect(toAuthError(new IdentityError(own, { detail: "Text" }), "app")).toMatchObject({
      code: `auth/${RENAMED[own] ?? own}`,
    });
  }
});

test("a server code that no table lists becomes a code of its own, and the server's text the message", () => {
  const error = toAuthError(
    new IdentityError("unknown", { serverCode: "NEW_CODE", detail: "Not today" }),
    "app",
  );
  expect(error).toMatchObject({ code: "auth/new-code", message: "Firebase: Not today (auth/new-code)." });
});

test("a page in the place of the server's JSON is a network failure, as in Google's SDK", () => {
  const error = (status: number, message: string) =>
    toAuthError(errorFromMessage(message, { status }), "app");
  expect(error(503, "")).toMatchObject({ code: "auth/network-request-failed" });
  expect(error(503, "INTERNAL")).toMatchObject({ code: "auth/internal-error" });
});
