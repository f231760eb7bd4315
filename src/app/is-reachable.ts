const PROBE_TIMEOUT_MS = 5_000;

/**
 * Whether the server responds at an address. Navigating to an unreachable server would show the browser's error page
 * and lose typed text.
 */
export async function isReachable(href: string): Promise<boolean> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), PROBE_TIMEOUT_MS);
  try {
    await fetch(href, { method: "HEAD", cache: "no-store", signal: giveUp.signal });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
