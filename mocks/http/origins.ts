/** The origin of a page that this machine serves. Pages of extensions and applications have other schemes. */
const LOOPBACK = /^https?:\/\/(([a-z0-9.-]+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

/**
 * Whether the page that sends a request may control the services. A request without `Origin` comes from a program or
 * from a page of this very origin. Any other website is refused, because a developer's browser visits many.
 */
export function isTrustedOrigin(request: Request, configured: readonly string[] = []): boolean {
  const origin = request.headers.get("origin");
  return origin === null || LOOPBACK.test(origin) || configured.includes(origin);
}

/** The kind of credentials in a request: an administrator has `Bearer owner`, or a service account's `Bearer ya29.…`. */
export function credentialsOf({ headers }: Request): "none" | "owner" | "other" {
  const token = /^bearer\s+(\S+)/i.exec(headers.get("authorization") ?? "")?.[1];
  if (token === undefined) return "none";
  return token.toLowerCase() === "owner" || token.startsWith("ya29.") ? "owner" : "other";
}

const METHODS = "GET,HEAD,PUT,PATCH,POST,DELETE";

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
  headers.append("vary", "Origin");
}

/** True for a browser's preflight. Every OPTIONS counts as one, as in the emulator. */
export const isPreflight = (request: Request): boolean => request.method === "OPTIONS";

/** The method by which a request is routed. A preflight is treated like the call that it asks about. */
export const routedMethodOf = (request: Request): string =>
  (isPreflight(request) && request.headers.get("access-control-request-method")) || request.method;

/**
 * Answers a preflight: allows every method and header.
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function answerPreflight(request: Request, policy: CorsPolicy): Response {
  const headers = new Headers({ "access-control-allow-methods": METHODS });
  allowOrigin(request, headers, policy);
  const asked = request.headers.get("access-control-request-headers");
  if (asked) headers.set("access-control-allow-headers", asked);
  headers.append("vary", "Access-Control-Request-Headers");
  if (policy.privateNetwork && request.headers.get("access-control-request-private-network") === "true")
    headers.set("access-control-allow-private-network", "true");
  return new Response(null, { status: 204, headers });
}
