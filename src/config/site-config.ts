import type { PublicConfig } from "@tallybin/contract";
import { readConfig } from "./config.ts";

let config: PublicConfig | undefined;

/** The page's configuration, read once, for pages that depend on what the server offers. */
export function siteConfig(): PublicConfig {
  config ??= readConfig(document);
  return config;
}
