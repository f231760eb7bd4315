import { getIdToken, signUp } from "@tallybin/identity";
import { expect, test } from "vitest";
import { siteConfig } from "../../src/config/site-config.ts";
import { clockMoved, identityClient, startSession } from "../../src/identity/client/client.ts";
import { now } from "../../src/lib/clock.ts";
import { readLocalClock } from "../../src/lib/local-clock.ts";
import { putConfig } from "./support/config.ts";
import { stubLocalServices } from "./support/local.ts";

const HOUR_MS = 3_600_000;
const CLOCK_URL = "/__local/clock";
const { services, sent } = stubLocalServices();

test("a page reads the local clock before it judges a session, and before each token", async () => {
  putConfig({ mode: "local", local: { clockUrl: CLOCK_URL, workbenchUrl: "/__local/" } });
  services.clock.advance(HOUR_MS);
  startSession(siteConfig(), { eager: true });
  const client = await identityClient();
  expect(now()).toBeGreaterThan(Date.now() + HOUR_MS - 60_000);

  await signUp(client, { email: "ada@example.com", password: "correct horse" });
  // The server refuses a token before this page knows the new time.
  services.clock.advance(HOUR_MS);
  await getIdToken(client, { forceRefresh: true });
  expect(sent("token")).toHaveLength(1);

  // Now the page learns the new time: the token is as old as the clock says.
  await readLocalClock(CLOCK_URL);
  clockMoved();
  await getIdToken(client);
  expect(sent("token")).toHaveLength(1);
});
