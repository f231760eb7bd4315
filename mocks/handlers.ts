import { http, type RequestHandler } from "msw";
import { control } from "./control/routes.ts";
import { doubles } from "./doubles/routes.ts";
import { emulator, emulatorRoot, googleKeys } from "./emulator/routes.ts";
import { type Service, serve } from "./http/serve.ts";
import { identityToolkit } from "./identity-toolkit/routes.ts";
import { consent } from "./provider-page/routes.ts";
import { secureToken } from "./secure-token/routes.ts";
import type { World } from "./world.ts";

/**
 * Which service answers which host and path; the first that fits. Google's host names are found as the host or as the
 * first segment of the path, where its emulators have them.
 */
const services: readonly (readonly [RegExp, Service])[] = [
  [/\/identitytoolkit\.googleapis\.com\//, identityToolkit],
  [/\/securetoken\.googleapis\.com\//, secureToken],
  [/\/www\.googleapis\.com\/identitytoolkit\/v3\/relyingparty\//, identityToolkit],
  [/\/service_accounts\/v1\/jwk\//, googleKeys],
  [/^\/[^/]+\/emulator\//, emulator],
  [/^\/[^/]+\/__local\/consent$/, consent],
  [/^\/[^/]+\/__local(\/|$)/, control],
  [/^\/[^/]+\/api\/(sheets\/|newsletter$)/, doubles],
];
const root: readonly [RegExp, Service] = [/^\/[^/]+\/$/, emulatorRoot];

function serviceFor(request: Request, standalone: boolean): Service | undefined {
  const { host, pathname } = new URL(request.url);
  const place = `/${host}${pathname}`;
  return [...services, ...(standalone ? [root] : [])].find(([pattern]) => pattern.test(place))?.[1];
}

/**
 * The one list of handlers behind all three ways in. It is one handler and not one per method: MSW asks its handlers
 * one after the other and reads cookies and path anew for each; a method nobody knows gets Google's 404 instead of
 * none; and MSW's path patterns throw at a broken escape such as `%E0%A4%A`, while these do not.
 */
export const serviceHandlers = (world: World, standalone: boolean): RequestHandler[] => [
  http.all(
    ({ request }) => serviceFor(request, standalone) !== undefined,
    ({ request }) => {
      const service = serviceFor(request, standalone);
      return service && serve(world, service, request);
    },
  ),
];
