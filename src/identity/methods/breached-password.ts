import {
  BREACHED_PASSWORDS_PATH,
  BREACHED_PREFIX_LENGTH,
  BREACHED_PREFIX_PARAMETER,
} from "@tallybin/contract/breached-passwords";
import { valueInTime } from "@tallybin/platform/deadline";
import * as v from "valibot";
import { callApiCode } from "../../api/call-api-code.ts";
import { siteConfig } from "../../config/site-config.ts";
import { SiteError } from "../../messages/site-error.ts";

/** A sign-up or a change waits at most this long; without a response, the password is accepted. */
const TIMEOUT_MS = 1_500;

const Range = v.object({ suffixes: v.array(v.string()) });

async function hashSha1(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}

/** Only the first five digits of the hash leave the page; the rest is compared here. */
async function isBreachedPassword(password: string): Promise<boolean> {
  const hash = await hashSha1(password);
  const parameters = new URLSearchParams({
    [BREACHED_PREFIX_PARAMETER]: hash.slice(0, BREACHED_PREFIX_LENGTH),
  });
  const { callApi } = await callApiCode.load();
  const address = `${BREACHED_PASSWORDS_PATH}?${parameters}`;
  const { data } = await callApi(address, v.object({ data: Range }), { cache: "no-store" });
  return data.suffixes.includes(hash.slice(BREACHED_PREFIX_LENGTH));
}

/**
 * Refuses a new password from a known data breach. It fails open: without a configured source, a response within 1.5
 * s, or a browser that can hash (needs https), the password is accepted.
 * @throws SiteError `breached-password`
 * @see https://haveibeenpwned.com/API/v3#SearchingPwnedPasswordsByRange
 */
export async function refuseBreachedPassword(password: string): Promise<void> {
  if (!siteConfig().breachedPasswords) return;
  const isBreached = isBreachedPassword(password).catch(() => false);
  if (await valueInTime(isBreached, TIMEOUT_MS)) throw new SiteError("breached-password");
}
