import { randomInt } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";

/** Ports per block: enough for a site, its second origin, and a neighbor on either side. */
const BLOCK = 10;
const LOWEST = 20_000;
/** The lowest port that macOS and Windows assign to outgoing connections and to listeners on port 0. */
const DEFAULT_EPHEMERAL = 49_152;
const LINUX_EPHEMERAL = "/proc/sys/net/ipv4/ip_local_port_range";
const MAX_TRIES = 200;

const ephemeralStart = () => {
  if (!existsSync(LINUX_EPHEMERAL)) return DEFAULT_EPHEMERAL;
  const first = Number.parseInt(readFileSync(LINUX_EPHEMERAL, "utf8"), 10);
  return first > LOWEST + BLOCK * MAX_TRIES ? first : DEFAULT_EPHEMERAL;
};

/** @param {number} port @returns {Promise<import("node:net").Server | undefined>} */
const listen = (port) =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", () => resolve(undefined));
    server.listen(port, "127.0.0.1", () => resolve(server.unref()));
  });

/** @param {import("node:net").Server | undefined} server @returns {Promise<void>} */
const close = (server) => new Promise((resolve) => (server ? server.close(() => resolve()) : resolve()));

/** @param {number} port */
const isFree = async (port) => {
  const server = await listen(port);
  await close(server);
  return server !== undefined;
};

/**
 * Leases a block of ports until this process ends, and returns a port whose neighbors on both sides are in the block.
 * Another program can take a free port before the test listens on it. A leased block avoids that: it lies below the
 * ephemeral range, where the kernel assigns no port, and this process listens on its last port, so that other test
 * processes skip the block.
 */
export async function leasePorts() {
  const blocks = Math.floor((ephemeralStart() - LOWEST) / BLOCK);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const first = LOWEST + randomInt(blocks) * BLOCK;
    const lease = await listen(first + BLOCK - 1);
    if (lease === undefined) continue;
    const ports = Array.from({ length: BLOCK - 1 }, (_, index) => first + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first + 1;
    await close(lease);
  }
  throw new Error(`No ${BLOCK} neighboring ports are free on 127.0.0.1.`);
}
