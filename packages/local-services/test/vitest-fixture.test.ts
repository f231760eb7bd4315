import { expect } from "vitest";
import { test } from "../src/fixtures/vitest.ts";

/** As Google's SDK does at its import. */
const keptFetch = fetch;

for (const time of ["first", "second"])
  test(`a reference to fetch that was kept before the tests reaches the local services of the ${time} test`, async ({
    services,
  }) => {
    const url = "https://identitytoolkit.googleapis.com/v1/accounts:signUp?key=any-key";
    const response = await keptFetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ada@example.test", password: "correct horse" }),
    });
    expect([response.status, services.identity.size]).toEqual([200, 1]);
  });
