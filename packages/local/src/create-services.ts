import type { ServerConfig } from "@tallybin/server";
import { createLocalServices } from "../../../mocks/local-services.ts";
import { originsOf, PROJECT_ID } from "./local-config.ts";

/** The one place that makes local services: their own addresses follow from the port. */
export function createServices(config: ServerConfig) {
  const { first, second } = originsOf(config.port);
  return createLocalServices({
    projectId: PROJECT_ID,
    origin: config.public.local?.workbenchUrl.startsWith("/") ? first : second,
    consentOrigin: second,
    actionUrl: `${config.public.origin}/firebase-action`,
  });
}
