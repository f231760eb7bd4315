import { describe } from "vitest";
import { commandsSuite } from "./suites/commands.ts";
import { contactSuite } from "./suites/contact.ts";
import { databaseSuite } from "./suites/database.ts";
import { idTokenSuite } from "./suites/id-token.ts";
import { limitsSuite } from "./suites/limits.ts";
import { mailSuite } from "./suites/mail.ts";
import { newsletterSuite } from "./suites/newsletter.ts";
import { personalDataSuite } from "./suites/personal-data.ts";
import { plainFormsSuite } from "./suites/plain-forms.ts";
import { plansSuite } from "./suites/plans.ts";
import { smokeSuite } from "./suites/smoke.ts";
import { openWorld } from "./support/world.ts";

describe("on postgres", () => {
  const world = openWorld("postgres");
  describe("migrations and transactions", () => databaseSuite(world));
  describe("newsletter", () => newsletterSuite(world));
  describe("contact", () => contactSuite(world));
  describe("ID tokens", () => idTokenSuite(world));
  describe("limits", () => limitsSuite(world));
  describe("mail", () => mailSuite(world));
  describe("commands", () => commandsSuite(world));
  describe("forms without JavaScript", () => plainFormsSuite(world));
  describe("personal data", () => personalDataSuite(world));
  describe("plans", () => plansSuite(world));
});

/** PGlite runs the same SQL through other code: its engine, its transactions and the commands of a stopped server. */
describe("on pglite", () => {
  const world = openWorld("pglite");
  describe("migrations and transactions", () => databaseSuite(world));
  describe("commands", () => commandsSuite(world));
  describe("each part of the API", () => smokeSuite(world));
});
