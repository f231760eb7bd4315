import { isIP } from "node:net";

/**
 * The first 64 bits of an IPv6 address. Providers assign these to a customer, who can choose the remaining bits
 * freely.
 */
function networkOf(address: string): string {
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

function normalize(address: string): string | undefined {
  // Some proxies write the port too: "192.0.2.1:5555", "[2001:db8::1]:5555".
  const bare =
    /^\[(.*)\](?::\d+)?$/.exec(address.trim())?.[1] ?? address.trim().replace(/^([\d.]+):\d+$/, "$1");
  const plain = bare.split("%", 1).join("").toLowerCase();
  const mapped = /^(?:::ffff:|::)(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped) return mapped;
  if (isIP(plain) === 4) return plain;
  return isIP(plain) === 6 ? networkOf(plain) : undefined;
}

/**
 * The client that a request counts against. Each trusted proxy appends the address it saw to X-Forwarded-For. With n
 * proxies, the n-th entry from the right is the last one that the client cannot forge; the client may have written
 * all entries left of it.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trustedHops: number,
): string {
  const seen = (forwardedFor ?? "").split(",");
  const entry = trustedHops > 0 ? seen[seen.length - trustedHops] : undefined;
  return normalize(entry ?? "") ?? normalize(peer ?? "") ?? "unknown";
}
