import { isIP } from "node:net";
import * as ip from "hono/utils/ipaddr";

/** The IPv4 address that an IPv6 address maps, or the first 64 bits: customers choose the others freely. */
function networkOfAddress(address: string): string {
  const bits = ip.convertIPv6ToBinary(address);
  if (ip.isIPv4MappedIPv6(bits)) return ip.convertIPv4BinaryToString(ip.convertIPv4MappedIPv6ToIPv4(bits));
  return ip.convertIPv6BinaryToString((bits >> 64n) << 64n);
}

function normalizeAddress(address: string): string | undefined {
  // Some proxies write the port too: "192.0.2.1:5555", "[2001:db8::1]:5555".
  const bare =
    /^\[(.*)\](?::\d+)?$/.exec(address.trim())?.[1] ?? address.trim().replace(/^([\d.]+):\d+$/, "$1");
  const plain = bare.split("%", 1).join("").toLowerCase();
  if (isIP(plain) === 4) return plain;
  return isIP(plain) === 6 ? networkOfAddress(plain) : undefined;
}

/**
 * The client that a request counts against. Each trusted proxy appends the address it saw to X-Forwarded-For: with n
 * proxies, the n-th entry from the right is the last one that the client cannot forge.
 */
export function clientAddressOf(peer: string | undefined, forwarded: string | undefined, hops: number) {
  const seen = (forwarded ?? "").split(",");
  const entry = hops > 0 ? seen[seen.length - hops] : undefined;
  return normalizeAddress(entry ?? "") ?? normalizeAddress(peer ?? "") ?? "unknown";
}

/** A UUID or 32 hexadecimal digits, as proxies make them. No address or telephone number has this form. */
const ID = /^[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}$/i;
/** W3C Trace Context §3.2, version 00. An ID of zeros is invalid. */
const TRACEPARENT = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

const valueOfTrustedProxy = (value: string | null, pattern: RegExp, proxyHops: number): string | undefined =>
  proxyHops > 0 && value !== null && pattern.test(value) ? value : undefined;

/** The ID of the trusted proxy if it is well-formed, otherwise a new one. 0 hops: no trusted proxy. */
export const requestIdOf = (headers: Headers, proxyHops: number): string =>
  valueOfTrustedProxy(headers.get("x-request-id"), ID, proxyHops) ?? crypto.randomUUID();

/** The ID of the trace in the trusted proxy's `traceparent`, if that is well-formed. */
export const traceIdOf = (headers: Headers, proxyHops: number): string | undefined =>
  valueOfTrustedProxy(headers.get("traceparent"), TRACEPARENT, proxyHops)?.split("-")[1];
