import { http, type RequestHandler } from "msw";
import { control } from "./control/routes.ts";
import { doubles } from "./doubles/routes.ts";
import { emulator, emulatorRoot, googleKeys } from "./emulator/routes.ts";
import { type Service, serve } from "./http/serve.ts";
import { identityToolkit } from "./identity-toolkit/routes.ts";
import { consent } from "./provider-page/routes.ts";
import { secureToken } from "./secure-token/routes.ts";
import type { World } from "./world.ts";

/** Which service answers below which path, on whatever origin; the first that fits. */
const services: readonly (readonly [string, Service])[] = [
  ["*/identitytoolkit.googleapis.com/*", identityToolkit],
  ["*/securetoken.googleapis.com/*", secureToken],
  ["*/www.googleapis.com/identitytoolkit/v3/relyingparty/*", identityToolkit],
  ["*/service_accounts/v1/jwk/*", googleKeys],
  ["*/emulator/*", emulator],
  ["*/__local/consent*", consent],
  ["*/__local", control],
  ["*/__local/*", control],
  ["*/api/sheets/*", doubles],
  ["*/api/newsletter", doubles],
];

/**
 * The one list of handlers behind all three ways in. One handler per service and not per method: MSW asks its
 * handlers one after the other, and unknown methods get Google's 404 instead of none.
 */
export const serviceHandlers = (world: World, standalone: boolean): RequestHandler[] =>
  [...services, ...(standalone ? [["*/", emulatorRoot] as const] : [])].map(([path, service]) =>
    http.all(path, ({ request }) => serve(world, service, request)),
  );
