import { test as base } from "@playwright/test";
import { createLocalSite } from "../support/local-site.mjs";
import type { FixtureServer } from "./identity/fixture/server.ts";

/** A site for a test that stops and starts it or changes state that all accounts share. A worker has one for all its tests. */
export type OwnSite = {
  origin: string;
  /** Does nothing if the site runs with these variables. @param env replaces variables of the project's site */
  start(env?: Record<string, string>): Promise<void>;
  /** Stops the process and waits until its port is free again. */
  stop(): Promise<void>;
};

const createOwnSite = async (
  siteEnv: Record<string, string>,
): Promise<OwnSite & { dispose(): Promise<void> }> => {
  const site = await createLocalSite();
  let running = "";
  const stop = () => {
    running = "";
    return site.stop();
  };
  return {
    ...site,
    stop,
    async start(env = {}) {
      const wanted = JSON.stringify(env);
      if (running === wanted) return;
      await stop();
      await site.start({ ...siteEnv, ...env });
      running = wanted;
    },
  };
};

/**
 * What a worker starts for the first of its tests that needs it. All tests extend this one, because a test with other
 * fixtures of a worker runs in a worker and a browser of its own, which take four seconds of the processor to start.
 */
export const test = base.extend<object, { ownSite: OwnSite; fixtureServer: FixtureServer }>({
  ownSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from the pattern
    async ({}, use, { project }) => {
      const site = await createOwnSite(project.metadata["siteEnv"] ?? {});
      await use(site);
      await site.dispose();
    },
    { scope: "worker" },
  ],
  fixtureServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from the pattern
    async ({}, use) => {
      const { startFixture } = await import("./identity/fixture/server.ts");
      const server = await startFixture();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});
