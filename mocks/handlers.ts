import { http, type RequestHandler } from "msw";
import { control } from "./control/routes.ts";
import type { ServiceContext } from "./core/service-context.ts";
import { emulatorEndpoints, rootStatus } from "./emulator-endpoints/routes.ts";
import { identityToolkit } from "./identity-toolkit/routes.ts";
import { productApi } from "./product-api/routes.ts";
import { consent } from "./provider-page/routes.ts";
import { publicKeys, secureToken } from "./secure-token/routes.ts";
import { type Service, serve } from "./serving/serve.ts";

/**
 * Selects a service by host and path; the first match wins. Google's host names are matched as the host or as the
 * first segment of the path, as in its emulators.
 */
const services: Places = [
  [/\/identitytoolkit\.googleapis\.com\//, identityToolkit],
  [/\/securetoken\.googleapis\.com\//, secureToken],
  [/\/www\.googleapis\.com\/identitytoolkit\/v3\/relyingparty\//, identityToolkit],
  [/\/service_accounts\/v1\/jwk\//, publicKeys],
  [/^\/[^/]+\/emulator\//, emulatorEndpoints],
  [/^\/[^/]+\/__local\/consent(\.js)?$/, consent],
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
 * The one handler list behind all three entries. It has one handler instead of one per method: MSW tries its
 * handlers one by one and parses cookies and path again for each. With one handler, an unknown method gets
 * Google's 404. MSW's path patterns throw at an invalid escape such as `%E0%A4%A`; ours do not.
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
