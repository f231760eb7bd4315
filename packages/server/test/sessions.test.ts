import { describe } from "vitest";
import { accountDataSuite } from "./suites/account-data.ts";
import { historySuite } from "./suites/history.ts";
import { newBrowserSuite } from "./suites/new-browser.ts";
import { notMeSuite } from "./suites/not-me.ts";
import { plansSuite } from "./suites/plans.ts";
import { replacedSessionsSuite } from "./suites/replaced-sessions.ts";
import { sessionAttacksSuite } from "./suites/session-attacks.ts";
import { sessionEndpointsSuite } from "./suites/session-endpoints.ts";
import { sessionFaultsSuite } from "./suites/session-faults.ts";
import { sessionRacesSuite } from "./suites/session-races.ts";
import { sessionsSuite } from "./suites/sessions.ts";
import { storedSessionsSuite } from "./suites/stored-sessions.ts";
import { waitingNoticesSuite } from "./suites/waiting-notices.ts";
import { openWorld } from "./support/world.ts";

describe("sessions", () => {
  const world = openWorld("postgres");

  describe("custody", () => sessionsSuite(world));
  describe("replaced sessions", () => replacedSessionsSuite(world));
  describe("races", () => sessionRacesSuite(world));
  describe("attacks", () => sessionAttacksSuite(world));
  describe("endpoints", () => sessionEndpointsSuite(world));
  describe("faults", () => sessionFaultsSuite(world));
  describe("data of an account", () => accountDataSuite(world));
  describe("a new browser", () => newBrowserSuite(world));
  describe("this was not me", () => notMeSuite(world));
  describe("waiting notices", () => waitingNoticesSuite(world));
  describe("history", () => historySuite(world));
  describe("stored data", () => storedSessionsSuite(world));
  describe("plans", () => plansSuite(world));
});
