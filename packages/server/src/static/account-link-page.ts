import { ACCOUNT_LINK_PAGE, ACCOUNT_LINK_PATH, isAccountLinkMode } from "@tallybin/contract/account-links";
import { escapeText } from "../text/escape-text.ts";
import type { Site } from "./load-site.ts";
import { serveFile } from "./serve-file.ts";
import { createStaticFile } from "./static-file.ts";

/**
 * The site's page of a mailed link. A browser without JavaScript goes on to the server's own page of the link, because
 * only a script or the server can read the link's address.
 */
export function serveAccountLink(site: Site, request: Request): Promise<Response> | undefined {
  const file = site.find(ACCOUNT_LINK_PAGE);
  const { searchParams } = new URL(request.url);
  const mode = searchParams.get("mode") ?? undefined;
  const oobCode = searchParams.get("oobCode");
  if (!file || !isAccountLinkMode(mode) || !oobCode) return undefined;
  const address = escapeText(`${ACCOUNT_LINK_PATH}?${new URLSearchParams({ mode, oobCode })}`);
  const html = new TextDecoder()
    .decode(file.body)
    .replace(
      "<head>",
      () => `<head><noscript><meta http-equiv="refresh" content="0;url=${address}"></noscript>`,
    );
  const page = createStaticFile("link.html", Buffer.from(html), file.cacheControl, { isSentOnce: true });
  return serveFile(page, request);
}
