import type { PublicConfig } from "@tallybin/contract";
import { parseConfig, readConfig } from "./config.ts";

const BLOCK = /<script[^>]* id="config"[^>]*>([^<]*)<\/script>/;

let config: PublicConfig | undefined;

/** The page's configuration, read once, for pages that depend on what the server offers. */
export function siteConfig(): PublicConfig {
  config ??= readConfig(document);
  return config;
}

/** Reads the server's present configuration, which may have changed since this page loaded. */
export async function readSiteConfigAgain(): Promise<PublicConfig> {
  const page = await (await fetch("/", { cache: "no-store" })).text();
  config = parseConfig(BLOCK.exec(page)?.[1] ?? "");
  return config;
}
