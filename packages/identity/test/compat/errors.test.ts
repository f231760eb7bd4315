import { expect, test } from "vitest";
import { describeIdentity } from "../../../release/src/describe.ts";
import { RENAMED, toAuthError } from "../../src/compat/errors.ts";
import { IdentityError, type IdentityErrorCode } from "../../src/errors/identity-error.ts";
import { errorFromMessage } from "../../src/errors/server-error.ts";

test("each error code of the client becomes an SDK code of the same name, unless the table renames it", () => {
  for (const { code } of describeIdentity().errorCodes) {
    const own = code as IdentityErrorCode;
    expect(toAuthError(new IdentityError(own, { detail: "Text" }), "app")).toMatchObject({
      code: `auth/${RENAMED[own] ?? own}`,
    });
  }
});

test("an unknown server code becomes an auth code of the same name, with the server's text as the message", () => {
  const error = toAuthError(
    new IdentityError("unknown", { serverCode: "NEW_CODE", detail: "Not today" }),
    "app",
  );
  expect(error).toMatchObject({ code: "auth/new-code", message: "Firebase: Not today (auth/new-code)." });
});

test("a page instead of the server's JSON counts as a network failure, as in Google's SDK", () => {
  const error = (status: number, message: string) =>
    toAuthError(errorFromMessage(message, { status }), "app");
  expect(error(503, "")).toMatchObject({ code: "auth/network-request-failed" });
  expect(error(503, "INTERNAL")).toMatchObject({ code: "auth/internal-error" });
});
