import { PublicConfig } from "@tallybin/contract/public-config";
import * as v from "valibot";

/** Configured addresses may begin with "/", which means this origin. */
export const absoluteUrl = (address: string, origin: string): string =>
  address.startsWith("/") ? origin + address.replace(/\/$/, "") : address;

let config: PublicConfig | undefined;

/** Parses a page's configuration block, which from now on is the site's. */
export function readConfig(block: string | null | undefined): PublicConfig {
  config = v.parse(PublicConfig, JSON.parse(block ?? "{}"));
  return config;
}

/** The page's configuration, read once, for pages that depend on what the server offers. */
export const siteConfig = (): PublicConfig =>
  config ?? readConfig(document.getElementById("config")?.textContent);
