const METHODS = "GET,HEAD,PUT,PATCH,POST,DELETE";

const appendVary = (headers: Headers, name: string) => headers.append("vary", name);

/** The cross-origin permissions of a response. */
export type CorsPolicy = {
  /** Set for Firestore's channel only, because its clients send credentials. */
  credentials: boolean;
  /** Lets a public website access the local network: trusted origins only. */
  privateNetwork: boolean;
};

/** Reflects the caller's origin, because any origin may call, as with Google's API and its emulator. */
export function allowOrigin(request: Request, headers: Headers, { credentials }: CorsPolicy): void {
  const origin = request.headers.get("origin");
  headers.set("access-control-allow-origin", origin ?? "*");
  if (origin !== null && credentials) headers.set("access-control-allow-credentials", "true");
  appendVary(headers, "Origin");
}

/** True for a browser's preflight. Every OPTIONS counts as one, as in the emulator. */
export const isPreflight = (request: Request): boolean => request.method === "OPTIONS";

/**
 * Answers a preflight: allows every method and header.
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
