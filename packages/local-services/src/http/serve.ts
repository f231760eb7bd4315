import type { Fetch } from "@tallybin/server/listen";
import { breakWith } from "./break-connection.ts";

/** Answers a request; `undefined` if the request is not for it. */
export type Answering = { handle(request: Request): Promise<Response | undefined> };

/** Pages of the local services that have no policy of their own get a policy as strict as the site's. */
const SERVICE_PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const notFound = (): Response =>
  Response.json(
    { error: { code: 404, message: "No local service answers at this address." } },
    { status: 404 },
  );

/** A fetch handler over the local services. */
export function serveServices(services: Answering): Fetch {
  return async (request, { outgoing }) => {
    const response = (await services.handle(request)) ?? notFound();
    if (response.headers.get("content-type")?.startsWith("text/html")) {
      if (!response.headers.has("content-security-policy")) {
        response.headers.set("content-security-policy", SERVICE_PAGE_POLICY);
      }
      response.headers.set("x-content-type-options", "nosniff");
    }
    return breakWith(response, outgoing);
  };
}

/** Names of this machine; a name below `localhost` is that of a world. */
const LOOPBACK = /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/**
 * If only this machine can connect, the server answers only for its own names. Otherwise a website could point
 * its own name to this address, and then read accounts and mail from any browser here.
 */
export const underOwnName =
  (host: string, services: Fetch): Fetch =>
  (request, bindings) =>
    LOOPBACK.test(host) && !LOOPBACK.test(new URL(request.url).hostname)
      ? new Response("The local services answer at localhost only.\n", { status: 421 })
      : services(request, bindings);
