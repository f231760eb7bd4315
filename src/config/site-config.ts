import { PublicConfig } from "@tallybin/contract/public-config";
import * as v from "valibot";

/** Parses the page's configuration block; nothing else reads it. */
function readConfig(page: Document): PublicConfig {
  const block = page.getElementById("config")?.textContent ?? "{}";
  return parseConfig(block);
}

const parseConfig = (block: string): PublicConfig => v.parse(PublicConfig, JSON.parse(block));

/** Configured addresses may begin with "/", which means this origin. */
export const absoluteUrl = (address: string, origin: string): string =>
  address.startsWith("/") ? origin + address.replace(/\/$/, "") : address;

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
