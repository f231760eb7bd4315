import { setupServer } from "msw/node";
import { beforeAll, describe } from "vitest";
import { test } from "../src/fixtures/vitest.ts";

describe.each(["error", "bypass"] as const)("an application's own server that listens with %s", (mode) => {
  beforeAll(() => {
    const server = setupServer();
    server.listen({ onUnhandledRequest: mode });
    return () => server.close();
  });

  test.fails("the fixture refuses to begin, because two servers listen", () => {});
});
