import { http, type RequestHandler } from "msw";
import { control } from "./control/routes.ts";
import { emulatorEndpoints, rootStatus } from "./emulator-endpoints/routes.ts";
import { type Service, serve } from "./http/serve.ts";
import { identityToolkit } from "./identity-toolkit/routes.ts";
import { productApi } from "./product-api/routes.ts";
import { consent } from "./provider-page/routes.ts";
import { publicKeys, secureToken } from "./secure-token/routes.ts";
import type { ServiceContext } from "./service-context.ts";

/**
 * Which service answers which host and path; the first that fits. Google's host names are found as the host or as the
 * first segment of the path, where its emulators have them.
 */
const services: Places = [
  [/\/identitytoolkit\.googleapis\.com\//, identityToolkit],
  [/\/securetoken\.googleapis\.com\//, secureToken],
  [/\/www\.googleapis\.com\/identitytoolkit\/v3\/relyingparty\//, identityToolkit],
  [/\/service_accounts\/v1\/jwk\//, publicKeys],
  [/^\/[^/]+\/emulator\//, emulatorEndpoints],
  [/^\/[^/]+\/__local\/consent$/, consent],
  [/^\/[^/]+\/__local(\/|$)/, control],
  [/^\/[^/]+\/api\/(sheets\/|newsletter$)/, productApi],
];
const root: readonly [RegExp, Service] = [/^\/[^/]+\/$/, rootStatus];

type Places = readonly (readonly [RegExp, Service])[];

function serviceFor(places: Places, request: Request): Service | undefined {
  const { host, pathname } = new URL(request.url);
  const place = `/${host}${pathname}`;
  return places.find(([pattern]) => pattern.test(place))?.[1];
}

/**
 * The one list of handlers behind all three ways in. It is one handler and not one per method: MSW asks its handlers
 * one after the other and reads cookies and path anew for each; a method nobody knows gets Google's 404 instead of
 * none; and MSW's path patterns throw at a broken escape such as `%E0%A4%A`, while these do not.
 */
export function serviceHandlers(context: ServiceContext, standalone: boolean): RequestHandler[] {
  const places = standalone ? [...services, root] : services;
  return [
    http.all(
      ({ request }) => serviceFor(places, request) !== undefined,
      ({ request }) => {
        const service = serviceFor(places, request);
        return service && serve(context, service, request);
      },
    ),
  ];
}
