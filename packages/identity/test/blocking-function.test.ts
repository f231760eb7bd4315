import { expect, test } from "vitest";
import { errorClass } from "../src/errors/error-class.ts";
import { errorFromMessage } from "../src/errors/server-error.ts";

test("a refusal by the project's blocking function counts as the caller's error and keeps its message", () => {
  const told = "Only addresses of the council of Kingston-upon-Thames may sign up in 2026.";
  const reply = JSON.stringify({ error: { details: {}, message: told, status: "PERMISSION_DENIED" } });
  const message = `BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: ${reply}`;
  const error = errorFromMessage(message, { fields: { password: "correct-horse" }, status: 400 });
  expect(error).toMatchObject({ code: "blocking-function-error-response", detail: told });
  expect(errorClass(error.code)).toBe("caller");
  const quoting = errorFromMessage(message.replace("2026", "correct-horse"), {
    fields: { password: "correct-horse" },
  });
  expect(quoting.detail).not.toContain("correct-horse");
  expect(errorFromMessage("BLOCKING_FUNCTION_ERROR_RESPONSE : it failed").detail).toBe("it failed");
});
