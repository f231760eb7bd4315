import { describe, inject } from "vitest";
import { replacedSessionsSuite } from "../../../packages/server/test/suites/replaced-sessions.ts";
import { sessionAttacksSuite } from "../../../packages/server/test/suites/session-attacks.ts";
import { sessionEndpointsSuite } from "../../../packages/server/test/suites/session-endpoints.ts";
import { sessionFaultsSuite } from "../../../packages/server/test/suites/session-faults.ts";
import { sessionRacesSuite } from "../../../packages/server/test/suites/session-races.ts";
import { sessionsSuite } from "../../../packages/server/test/suites/sessions.ts";
import { storedSessionsSuite } from "../../../packages/server/test/suites/stored-sessions.ts";
import { openWorld } from "../../../packages/server/test/support/world.ts";

/** The server's tests of sessions, on a PostgreSQL that runs for all mutants. */
describe("on postgres", () => {
  const world = openWorld("postgres", inject("databaseUrl"));

  describe("custody", () => sessionsSuite(world));
  describe("replaced sessions", () => replacedSessionsSuite(world));
  describe("attacks", () => sessionAttacksSuite(world));
  describe("endpoints", () => sessionEndpointsSuite(world));
  describe("faults", () => sessionFaultsSuite(world));
  describe("stored data", () => storedSessionsSuite(world));
  describe("races", () => sessionRacesSuite(world));
});
