import { tabValues } from "../lib/site-data.ts";

const KEY = "reloaded-for-chunk";

/**
 * A route's chunk is gone once a new version is deployed. The server's page names the new chunk, so a reload fixes
 * it. A second failure in a row has another cause; it is reported instead of causing endless reloads.
 */
export function reloadOnce(page: Window, href: string): boolean {
  const values = tabValues(page);
  if (values.read(KEY) !== null) return false;
  // Without storage, the page cannot remember the first reload and could reload endlessly.
  if (!values.write(KEY, "1")) return false;
  if (href === page.location.href) page.location.reload();
  else page.location.assign(href);
  return true;
}

/** A chunk has loaded, so the next missing one may reload again. */
export function noteChunkArrived(page: Window): void {
  tabValues(page).remove(KEY);
}
