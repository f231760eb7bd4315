import { paths } from "./paths.ts";

/** Pages that are part of signing in. Returning to them after a sign-in would be a loop. */
const NEVER_NEXT = /^\/(auth|oauth|firebase-action)(\/|$)/i;
/** Browsers strip some of these and read `\` as `/`, which turns a path into another host. */
const HOSTILE = /[\p{C}\s\\]/u;
const SOME_ORIGIN = "https://own.invalid";

/** Where to go after signing in: only a path of our own origin, because any link can set the parameter. */
export function parseNext(value: string | null | undefined): string {
  if (!value?.startsWith("/") || value.startsWith("//") || HOSTILE.test(value)) return paths.dashboard;
  const url = URL.canParse(value, SOME_ORIGIN) ? new URL(value, SOME_ORIGIN) : undefined;
  if (url?.origin !== SOME_ORIGIN) return paths.dashboard;
  // Dot segments ("/./auth", "/..//evil") are already resolved, so this checks the path that would be visited.
  // Percent signs are decoded, because the server and the router may decode them too.
  let path = url.pathname;
  try {
    path = decodeURIComponent(path);
  } catch {
    return paths.dashboard;
  }
  if (path.startsWith("//") || HOSTILE.test(path) || NEVER_NEXT.test(path)) return paths.dashboard;
  return url.pathname + url.search + url.hash;
}
