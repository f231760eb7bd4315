import { expect, test } from "vitest";
import { createLocalServices } from "../../mocks/local-services.ts";

const COUNT = 1000;
const MEGABYTE = 1_048_576;

test("a thousand sets of local services run in one process without affecting each other", async () => {
  const started = performance.now();
  const before = process.memoryUsage().heapUsed;
  const all = Array.from({ length: COUNT }, (_, index) => createLocalServices({ seed: index }));
  const made = performance.now();

  const post = async (index: number, path: string, fields: object): Promise<Record<string, unknown>> => {
    const url = `http://localhost/identitytoolkit.googleapis.com/v1/accounts:${path}?key=k`;
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(fields),
    };
    const response = await all[index]?.handle(new Request(url, init));
    return response?.json();
  };
  const tokens = await Promise.all(
    all.map(async (_, index) => {
      const { idToken } = await post(index, "signUp", {
        email: `a${index}@example.test`,
        password: "secret1",
      });
      all[index]?.clock.advance(index);
      return idToken;
    }),
  );
  const used = performance.now();

  for (const [index, services] of all.entries()) {
    expect(services.identity.accounts().map(({ email }) => email)).toEqual([`a${index}@example.test`]);
    expect(services.log.list()).toHaveLength(1);
  }
  // Keys are shared, accounts are not: one set's token is correctly signed but unknown to the next.
  const answer = await post(1, "lookup", { idToken: tokens[0] });
  expect(answer).toMatchObject({ error: { message: "USER_NOT_FOUND" } });

  const grown = (process.memoryUsage().heapUsed - before) / MEGABYTE;
  process.stdout.write(
    `${COUNT} sets of local services: made in ${Math.round(made - started)} ms, one sign-up each in ${Math.round(used - made)} ms, ${grown.toFixed(0)} MB of heap\n`,
  );
  expect(grown, "one is small").toBeLessThan(300);
}, 30_000);
