import { expect, test } from "vitest";
import { describeIdentity } from "../../../release/src/describe.ts";
import { RENAMED, toAuthError } from "../../src/compat/errors.ts";
import { IdentityError, type IdentityErrorCode } from "../../src/errors/identity-error.ts";

test("each code of the client becomes a code of the SDK's form, under its own name unless the table renames it", () => {
  for (const { code } of describeIdentity().errorCodes) {
    const own = code as IdentityErrorCode;
    expect(toAuthError(new IdentityError(own), "app")).toMatchObject({ code: `auth/${RENAMED[own] ?? own}` });
  }
});

test("a server code that no table lists becomes a code of its own, and the server's text the message", () => {
  const error = toAuthError(
    new IdentityError("unknown", { serverCode: "NEW_CODE", detail: "Not today" }),
    "app",
  );
  expect(error).toMatchObject({ code: "auth/new-code", message: "Firebase: Not today (auth/new-code)." });
});
