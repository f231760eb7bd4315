import { tabValues } from "../lib/site-data.ts";

const KEY = "reloaded-for-chunk";

/**
 * A route's chunk is gone once a new version is deployed. The server's own page names the new one, so one reload
 * puts it right; a second failure in a row is something else, and is said instead of reloaded for ever.
 */
export function reloadOnce(page: Window, href: string): boolean {
  const values = tabValues(page);
  if (values.read(KEY) !== null) return false;
  if (!values.write(KEY, "1")) return false; // without memory of the first reload there is no telling when to stop
  if (href === page.location.href) page.location.reload();
  else page.location.assign(href);
  return true;
}

/** A chunk has arrived: the next one that is gone deserves its own reload. */
export function chunkArrived(page: Window): void {
  tabValues(page).remove(KEY);
}
