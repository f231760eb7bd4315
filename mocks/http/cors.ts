const METHODS = "GET,HEAD,PUT,PATCH,POST,DELETE";

const appendVary = (headers: Headers, name: string) => headers.append("vary", name);

/**
 * Any origin may call, as with Google's API and its emulator: the caller's origin is reflected. Credentials are
 * allowed for the sake of Firestore's channel, whose clients send them.
 */
export function allowOrigin(request: Request, headers: Headers): void {
  const origin = request.headers.get("origin");
  headers.set("access-control-allow-origin", origin ?? "*");
  if (origin !== null) headers.set("access-control-allow-credentials", "true");
  appendVary(headers, "Origin");
}

/** True for the question a browser asks before a cross-origin call. */
export const isPreflight = (request: Request): boolean =>
  request.method === "OPTIONS" && request.headers.has("access-control-request-method");

/**
 * Answers a preflight: every origin, method and header is welcome.
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function preflight(request: Request): Response {
  const headers = new Headers({ "access-control-allow-methods": METHODS });
  allowOrigin(request, headers);
  const asked = request.headers.get("access-control-request-headers");
  if (asked) headers.set("access-control-allow-headers", asked);
  appendVary(headers, "Access-Control-Request-Headers");
  if (request.headers.get("access-control-request-private-network") === "true")
    headers.set("access-control-allow-private-network", "true");
  return new Response(null, { status: 204, headers });
}
