import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import { commandsSuite } from "./suites/commands.ts";
import { contactSuite } from "./suites/contact.ts";
import { databaseSuite } from "./suites/database.ts";
import { idTokenSuite } from "./suites/id-token.ts";
import { limitsSuite } from "./suites/limits.ts";
import { mailSuite } from "./suites/mail.ts";
import { newsletterSuite } from "./suites/newsletter.ts";
import { World } from "./support/world.ts";

/** Runs the tests of the whole API on PGlite and on PostgreSQL, because both use the same SQL. */
describe.each(["pglite", "postgres"] as const)("on %s", (kind) => {
  const world = new World(kind);
  beforeAll(() => world.open());
  afterAll(() => world.close());
  beforeEach(() => world.empty());

  describe("migrations and transactions", () => databaseSuite(world));
  describe("newsletter", () => newsletterSuite(world));
  describe("contact", () => contactSuite(world));
  describe("ID tokens", () => idTokenSuite(world));
  describe("limits", () => limitsSuite(world));
  describe("mail", () => mailSuite(world));
  describe("commands", () => commandsSuite(world));
});
