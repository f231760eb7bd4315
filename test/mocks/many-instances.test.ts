import { expect, test } from "vitest";
import { connect } from "./support.ts";

const COUNT = 1000;
const MEGABYTE = 1_048_576;

test("a thousand sets of local services run in one process without affecting each other", async () => {
  const before = process.memoryUsage().heapUsed;
  const all = Array.from({ length: COUNT }, (_, index) => connect({ seed: index }));
  const tokens = await Promise.all(
    all.map(async ({ services, signUp }, index) => {
      const { idToken } = await signUp(`a${index}@example.test`);
      services.clock.advance(index);
      return idToken;
    }),
  );
  for (const [index, { services }] of all.entries()) {
    expect(services.identity.accounts().map(({ email }) => email)).toEqual([`a${index}@example.test`]);
    expect(services.log.list()).toHaveLength(1);
  }
  // Keys are shared, accounts are not: one set's token is correctly signed but unknown to the next.
  const answer = await all[1]?.call("accounts:lookup", { idToken: tokens[0] });
  expect(answer?.word).toBe("USER_NOT_FOUND");
  const grown = (process.memoryUsage().heapUsed - before) / MEGABYTE;
  expect(grown, "one is small").toBeLessThan(300);
}, 30_000);
