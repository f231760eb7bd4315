import { PublicConfig } from "@tallybin/contract";
import * as v from "valibot";

/** Parses the page's configuration block; nothing else reads it. */
export function readConfig(page: Document): PublicConfig {
  const block = page.getElementById("config")?.textContent ?? "{}";
  return parseConfig(block);
}

export const parseConfig = (block: string): PublicConfig => v.parse(PublicConfig, JSON.parse(block));

/** Configured addresses may begin with "/", which means this origin. */
export const absoluteUrl = (address: string, origin: string): string =>
  address.startsWith("/") ? origin + address.replace(/\/$/, "") : address;
