import type { Attempt } from "../failures/failures.ts";

/** A request as failure scripts see it. `isPrivileged`: only trusted origins get an answer. */
export type GuardedAttempt = Attempt & { privileged?: boolean };

const LOOPBACK_HOST = /^(localhost|[a-z0-9.-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const isLoopback = (origin: string): boolean =>
  URL.canParse(origin) && LOOPBACK_HOST.test(new URL(origin).hostname);

/**
 * Whether the page that sends a request may control the services. A request without `Origin` comes from a program or
 * from a page of this very origin. Any other website is refused, because a developer's browser visits many.
 */
export function isTrustedOrigin(request: Request, configured: readonly string[]): boolean {
  const origin = request.headers.get("origin");
  return origin === null || isLoopback(origin) || configured.includes(origin);
}

/** True for the credentials of an administrator: `Bearer owner`, or a service account's `Bearer ya29.…`. */
export function isOwnerBearer(authorization: string | null | undefined): boolean {
  const [scheme, token = ""] = (authorization ?? "").trim().split(/\s+/, 2);
  return scheme?.toLowerCase() === "bearer" && (token.toLowerCase() === "owner" || token.startsWith("ya29."));
}

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
export function answerPreflight(request: Request, policy: CorsPolicy): Response {
  const headers = new Headers({ "access-control-allow-methods": METHODS });
  allowOrigin(request, headers, policy);
  const asked = request.headers.get("access-control-request-headers");
  if (asked) headers.set("access-control-allow-headers", asked);
  appendVary(headers, "Access-Control-Request-Headers");
  if (policy.privateNetwork && request.headers.get("access-control-request-private-network") === "true")
    headers.set("access-control-allow-private-network", "true");
  return new Response(null, { status: 204, headers });
}
