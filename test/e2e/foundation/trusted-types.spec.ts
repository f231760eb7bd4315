import { expect, test } from "../fixtures.ts";

test.use({ expectedReports: /TrustedScript/ });

test("the policy of the page refuses code made of text", async ({ page }) => {
  await page.goto("/");
  const results = await page.evaluate(() => {
    const errorOf = (run: () => unknown) => {
      try {
        return `ran: ${run()}`;
      } catch (error) {
        return error instanceof Error ? error.name : "";
      }
    };
    const attempts = [
      // biome-ignore lint/security/noGlobalEval: the policy refuses it
      () => globalThis.eval("1"),
      () => new Function("return 1")(),
      () => {
        document.createElement("script").textContent = "1";
      },
    ];
    // In a task of the page, because the policy does not apply to the code of the developer tools.
    return new Promise<string[]>((done) => setTimeout(() => done(attempts.map(errorOf))));
  });
  expect(results).toEqual(["EvalError", "EvalError", "TypeError"]);
});
