import type { PublicConfig } from "@tallybin/contract";
import { readConfig } from "./config.ts";

let config: PublicConfig | undefined;

/** The page's configuration, read once, for pages that offer what the server has switched on. */
export function siteConfig(): PublicConfig {
  config ??= readConfig(document);
  return config;
}
