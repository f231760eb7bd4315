import type { ServerConfig } from "@tallybin/server";
import { createWorlds } from "../../../mocks/worlds/worlds.ts";
import { originsOf, PROJECT_ID } from "./local-config.ts";

/** The local services beside a site: their addresses depend on the port, and mailed links lead to the site. */
export function createServices(config: ServerConfig, controlOrigins: readonly string[]) {
  const { first, second } = originsOf(config.port);
  return createWorlds({
    projectId: PROJECT_ID,
    origin: config.public.local?.workbenchUrl.startsWith("/") ? first : second,
    consentOrigin: second,
    controlOrigins,
    actionUrl: `${config.public.origin}/firebase-action`,
  });
}

/**
 * The local services alone: they also answer the requests of tools for Google's emulator, and show mailed links
 * themselves.
 */
export function createStandaloneServices(config: ServerConfig, controlOrigins: readonly string[]) {
  const { first, second } = originsOf(config.port);
  return createWorlds({
    projectId: PROJECT_ID,
    origin: first,
    consentOrigin: second,
    controlOrigins,
    standalone: true,
  });
}
