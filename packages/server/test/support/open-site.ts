import { onTestFinished } from "vitest";
import { parseEnvironment } from "../../src/environment/environment.ts";
import { createLogger } from "../../src/operation/logger.ts";
import { createSite, type SiteOptions, type SiteServer } from "../../src/site.ts";
import { noDatabase } from "./databases.ts";
import { ENVIRONMENT } from "./environment.ts";
import { fixtureSite } from "./fixture-site.ts";

/**
 * A small site that is closed after its test. Its timers would otherwise run on in the process that test files share.
 * @param options without them, a site without a database
 */
export function openSite(env: Record<string, string> = {}, options: Partial<SiteOptions> = {}): SiteServer {
  const config = parseEnvironment({ ...ENVIRONMENT, ...env });
  const site = createSite({ config, database: noDatabase(), siteFolder: fixtureSite(), ...options });
  onTestFinished(() => site.close());
  return site;
}

/** Requests of such a site: a path, or an address of another origin. */
export function openFixture(env: Record<string, string> = {}, options: Partial<SiteOptions> = {}) {
  const site = openSite(env, options);
  return (path: string, init?: RequestInit) =>
    site.fetch(new Request(path.startsWith("/") ? `http://site.test${path}` : path, init));
}

/** A logger, and its lines. */
export function recordLog(level: "debug" | "info" | "warn") {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger(level, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, lines, messages: () => lines.map(({ msg }) => msg) };
}
