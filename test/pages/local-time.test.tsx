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

test("a page reads the local clock before it checks a stored session and before it returns each token", async () => {
  putConfig({ mode: "local", local: { clockUrl: CLOCK_URL, workbenchUrl: "/__local/" } });
  services.clock.advance(HOUR_MS);
  startSession(siteConfig(), { eager: true });
  const client = await identityClient();
  expect(now()).toBeGreaterThan(Date.now() + HOUR_MS - 60_000);

  await signUp(client, { email: "ada@example.com", password: "correct horse" });
  // The page learns the new time from an exchange that it has begun before. As after a freeze, the token may be as old.
  services.clock.advance(HOUR_MS);
  await getIdToken(client, { forceRefresh: true });
  await getIdToken(client);
  expect(sent("token")).toHaveLength(2);

  // The token is as old as the clock says.
  await readLocalClock(CLOCK_URL);
  clockMoved();
  await getIdToken(client);
  expect(sent("token")).toHaveLength(2);
});
