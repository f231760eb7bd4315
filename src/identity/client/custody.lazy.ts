import type { PublicConfig } from "@tallybin/contract/public-config";
import { SESSION_PATH } from "@tallybin/contract/sessions";
import type { IdentityClient, IdentityClientOptions } from "@tallybin/identity";
import { releasingCustody, serverCustody, setCustody } from "@tallybin/identity/custody";
import { readConfig, siteConfig } from "../../config/site-config.ts";

export { sessionIdOf } from "@tallybin/identity/custody";

/** The custody of a mode: one that keeps refresh tokens on the server, or one that fetches them back. */
export function custodyOf(mode: PublicConfig["sessions"]): IdentityClientOptions["custody"] {
  const url = window.location.origin + SESSION_PATH;
  if (mode === undefined) return undefined;
  return mode === "server" ? serverCustody({ url }) : releasingCustody({ url });
}

const BLOCK = /<script[^>]* id="config"[^>]*>([^<]*)<\/script>/;

/** Reads the server's present configuration, which may have changed since this page loaded. */
async function readConfigAgain(): Promise<PublicConfig> {
  const page = await (await fetch("/", { cache: "no-store" })).text();
  return readConfig(BLOCK.exec(page)?.[1]);
}

/** Keeps sessions in the server's present mode from now on. The user stays signed in meanwhile. */
export async function followServerMode(identity: IdentityClient): Promise<void> {
  const before = siteConfig().sessions;
  const { sessions } = await readConfigAgain();
  if (sessions !== before) setCustody(identity, custodyOf(sessions));
}
