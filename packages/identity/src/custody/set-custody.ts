import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import type { IdentityClientOptions } from "../client/options.ts";

/**
 * Changes where an open client keeps refresh tokens, because the server does it in another way than when the page
 * loaded. Call it after the event `custody-unavailable`, with the server's present configuration. The session moves
 * at once.
 * @param custody `undefined` keeps them in the browser
 */
export function setCustody(client: IdentityClient, custody: IdentityClientOptions["custody"]): void {
  const { shared, runner } = partsOf(client);
  shared.setCustody(custody);
  runner.dispatch({ type: "woke-up", cause: "try-again" });
}
