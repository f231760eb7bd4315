import { afterAll, expect, test } from "vitest";
import { createLocalServices } from "../../../mocks/local-services.ts";
import { launchHeadless } from "../../support/browser.mjs";
import { listen } from "../http.ts";

const services = createLocalServices({ standalone: true });
const browser = await launchHeadless();
const server = await listen(services);
afterAll(async () => {
  await browser.close();
  await server.close();
});

// A browser repeats a request if a reused connection breaks before the first byte.
test.each([
  { name: "offline", fault: { kind: "offline" } as const },
  { name: "a dropped connection", fault: { kind: "hang", forMs: 10 } as const },
])(
  "each use of the failure $name fails exactly one GET or POST request on a reused connection",
  { timeout: 60_000 },
  async ({ fault }) => {
    const page = await browser.newPage();
    const failures: (string | undefined)[] = [];
    page.on("requestfailed", (request) => failures.push(request.failure()?.errorText));
    await page.goto(`${server.origin}/`);
    for (const method of ["GET", "POST"]) {
      services.failures.clear();
      services.failures.add({ endpoint: ["projects", "accounts:lookup"], times: 2, fault });
      const outcomes = await page.evaluate(async (method) => {
        const path = method === "GET" ? "projects" : "accounts:lookup";
        const url = `/identitytoolkit.googleapis.com/v1/${path}?key=any-key`;
        await (await fetch("/")).text();
        const ask = () =>
          fetch(url, { method, ...(method === "POST" && { body: "{}" }) }).then(
            () => "answered",
            () => "failed",
          );
        return [await ask(), await ask(), await ask()];
      }, method);
      expect(outcomes, method).toEqual(["failed", "failed", "answered"]);
    }
    expect(failures).toEqual(Array(4).fill("net::ERR_CONNECTION_RESET"));
    await page.close();
  },
);
