const METHODS = "GET,HEAD,PUT,PATCH,POST,DELETE";

const appendVary = (headers: Headers, name: string) => headers.append("vary", name);

/** Which cross-origin permissions an answer carries. */
export type CorsPolicy = {
  /** Firestore's channel only, because its clients send credentials. */
  credentials: boolean;
  /** A public website may reach into the local network: trusted origins only. */
  privateNetwork: boolean;
};

/** Reflects the caller's origin, because any origin may call, as with Google's API and its emulator. */
export function allowOrigin(request: Request, headers: Headers, { credentials }: CorsPolicy): void {
  const origin = request.headers.get("origin");
  headers.set("access-control-allow-origin", origin ?? "*");
  if (origin !== null && credentials) headers.set("access-control-allow-credentials", "true");
  appendVary(headers, "Origin");
}

/** True for the question a browser asks before a cross-origin call. Every OPTIONS is treated as one, as in the emulator. */
export const isPreflight = (request: Request): boolean => request.method === "OPTIONS";

/**
 * Answers a preflight: every method and header is allowed.
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function preflight(request: Request, policy: CorsPolicy): Response {
  const headers = new Headers({ "access-control-allow-methods": METHODS });
  allowOrigin(request, headers, policy);
  const asked = request.headers.get("access-control-request-headers");
  if (asked) headers.set("access-control-allow-headers", asked);
  appendVary(headers, "Access-Control-Request-Headers");
  if (policy.privateNetwork && request.headers.get("access-control-request-private-network") === "true")
    headers.set("access-control-allow-private-network", "true");
  return new Response(null, { status: 204, headers });
}
