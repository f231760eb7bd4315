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
