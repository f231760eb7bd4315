import { expect, test } from "vitest";
import { requestIdOf } from "../../src/http/trusted-proxy.ts";

const idOf = (id: string, hops: number): string => requestIdOf(new Headers({ "x-request-id": id }), hops);
const UUID = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6";

test("a request keeps an ID from a trusted proxy, and gets a new one instead of an invalid ID or without a trusted proxy", () => {
  for (const id of [UUID, UUID.replaceAll("-", ""), UUID.toUpperCase()]) expect(idOf(id, 1)).toBe(id);
  for (const id of ["", "1", "alice@example.com", "+49 151 23456789", `${UUID}x`, "x".repeat(2_000)])
    expect(idOf(id, 1), id).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(idOf(UUID, 0)).not.toBe(UUID);
});
