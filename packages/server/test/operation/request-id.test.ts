import { expect, test } from "vitest";
import { requestIdOf } from "../../src/telemetry/request-id.ts";

const idOf = (id: string, hops: number): string => requestIdOf(new Headers({ "x-request-id": id }), hops);
const UUID = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6";

test.for([UUID, UUID.replaceAll("-", ""), UUID.toUpperCase()])(
  "a request keeps the ID %s from a trusted proxy",
  (id) => {
    expect(idOf(id, 1)).toBe(id);
  },
);

test.for(["", "1", "alice@example.com", "+49 151 23456789", `${UUID}x`, "x".repeat(2_000)])(
  "a request gets a new ID if the trusted proxy sends the invalid ID %j",
  (id) => {
    expect(idOf(id, 1)).toMatch(/^[\da-f-]{36}$/);
    expect(idOf(id, 1)).not.toBe(id);
  },
);

test("a request gets a new ID if no proxy is trusted", () => {
  expect(idOf(UUID, 0)).not.toBe(UUID);
});
