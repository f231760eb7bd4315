import { afterAll, beforeAll, beforeEach, describe, vi } from "vitest";
import { sessionAttacksSuite } from "./suites/session-attacks.ts";
import { sessionRacesSuite } from "./suites/session-races.ts";
import { sessionsSuite } from "./suites/sessions.ts";
import { storedSessionsSuite } from "./suites/stored-sessions.ts";
import { World } from "./support/world.ts";

/** Starting a program takes a second, or twenty beside a whole test suite. */
const START_MS = 60_000;
vi.setConfig({ testTimeout: START_MS });

describe.each(["pglite", "postgres"] as const)("sessions on %s", (kind) => {
  const world = new World(kind);
  beforeAll(() => world.open(), START_MS);
  afterAll(() => world.close(), START_MS);
  beforeEach(() => world.empty());

  describe("custody", () => sessionsSuite(world));
  describe("races", () => sessionRacesSuite(world));
  describe("attacks", () => sessionAttacksSuite(world));
  describe("stored data", () => storedSessionsSuite(world));
});
