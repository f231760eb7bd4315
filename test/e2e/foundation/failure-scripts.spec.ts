import { expect, newPerson, test } from "../fixtures.ts";
import { alert, emailField, type Fault, passwordField, signInUnder } from "../support.ts";

/** Every kind of fault of the local services, with the message that a user reads. */
const FAULTS: readonly { fault: Fault; says: RegExp }[] = [
  { fault: { kind: "offline" }, says: /couldn’t reach|offline/i },
  { fault: { kind: "cut" }, says: /couldn’t reach|try again/i },
  { fault: { kind: "cors" }, says: /couldn’t reach|try again/i },
  { fault: { kind: "html", status: 502 }, says: /couldn’t reach|try again/i },
  { fault: { kind: "malformed-json" }, says: /couldn’t reach|try again/i },
  { fault: { kind: "status", status: 429 }, says: /too many|try again/i },
  { fault: { kind: "status", status: 500 }, says: /try again/i },
  { fault: { kind: "status", status: 503 }, says: /try again/i },
  { fault: { kind: "error", word: "USER_DISABLED" }, says: /disabled|switched off|closed/i },
];

for (const { fault, says } of FAULTS) {
  const name = [fault.kind, fault.status, fault.word].filter((part) => part !== undefined).join(" ");
  test(`a sign-in under the failure "${name}" shows a message, keeps the text, and succeeds after the failure`, async ({
    page,
    request,
  }) => {
    const ada = newPerson();
    await signInUnder(page, request, ada, { fault, times: 1 });
    await expect(alert(page)).toHaveText(says);
    await expect(emailField(page)).toHaveValue(ada.email);
    await expect(passwordField(page)).toHaveValue(ada.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL("/dashboard");
  });
}

test("a slow sign-in disables the sign-in button and then succeeds", async ({ page, request }) => {
  const ada = newPerson();
  await signInUnder(page, request, ada, { fault: { kind: "latency", ms: 1_000 } });
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeDisabled();
  await expect(page).toHaveURL("/dashboard");
});
