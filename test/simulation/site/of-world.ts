import type { ClockedEngine } from "../../../packages/server/test/support/clocked-engine.ts";
import type { Random } from "../../soak/random.ts";
import type { Google } from "../google.ts";
import type { ServerLibrary } from "../library.ts";
import type { Scheduler } from "../scheduler.ts";
import type { Release, Watch } from "./backend.ts";
import { keptInMemory } from "./kept-in-memory.ts";
import { createMailServer } from "./mail-server.ts";
import type { Releases } from "./server-code.ts";
import { createSite, type Site } from "./site.ts";
import { createVisitors, type Visitors } from "./visitors.ts";
import { type Behind, wholeServer } from "./whole-server.ts";

type Parts = Watch & { scheduler: Scheduler; luck: Random; google: Google; projectId: string };

/** The site of a world whose server keeps sessions and nothing else. */
export const sessionSite = (parts: Parts, server: ServerLibrary): { site: Site; visitors: undefined } => ({
  site: createSite(parts, (all) => keptInMemory(all, server)),
  visitors: undefined,
});

type Options = {
  engine: ClockedEngine;
  releases: Releases;
  first: Release;
  /** Those of the people with an account. */
  addresses: readonly string[];
};

/** The site of a world with the whole server, and its visitors. */
export function wholeSite(
  parts: Parts,
  { engine, releases, first, addresses }: Options,
): { site: Site; visitors: Visitors } {
  let site: Site | undefined;
  let behind: Behind | undefined;
  let visitors: Visitors | undefined;
  const scan: Watch["scan"] = (where, text) => {
    parts.scan(where, text);
    const secrets = [...addresses, ...(visitors?.secrets() ?? [])];
    if (where === "the server's log" && secrets.some((secret) => text.includes(secret)))
      parts.fail("no secret where it does not belong", `${where} holds an address, a text or a link`);
  };
  site = createSite(
    { ...parts, scan },
    (all) => {
      const lastTrouble = () => site?.lastTrouble() ?? 0;
      const mailServer = createMailServer({ ...all, lastTrouble });
      const whole = wholeServer({ ...all, engine, mailServer }, releases);
      ({ behind } = whole);
      return whole.backend;
    },
    first,
  );
  if (!behind) throw new Error("a site has a backend");
  visitors = createVisitors({ ...parts, site, behind, hasEarlier: first === "earlier" });
  return { site, visitors };
}
