import { readdirSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createLedger, writeOnce } from "../../support/writers.ts";
import type { Alone, Stage } from "../stage.ts";
import type { Row } from "../table.ts";
import { until } from "./guide.ts";

const EACH = 40;
/** The time limit of a request, and the sweep that enforces it. */
const CUT_AFTER_MS = 26_000;
/** The time without transfer on a connection, after the senders' own limit. */
const STALLED_CUT_MS = 75_000;
const DRIP_MS = 500;
const SERVED_WITHIN_MS = 5_000;

/** Opens a connection that sends `start`, then one byte at a time. */
function drip(port: number, start: string, byte: string): { socket: Socket; closedAfterMs: Promise<number> } {
  const began = performance.now();
  const socket = connect(port, "127.0.0.1", () => socket.write(start));
  const timer = setInterval(() => socket.write(byte), DRIP_MS);
  socket.on("error", () => {});
  socket.resume();
  const closedAfterMs = new Promise<number>((resolve) => {
    socket.on("close", () => {
      clearInterval(timer);
      resolve(performance.now() - began);
    });
  });
  return { socket, closedAfterMs };
}

/** Requests more than all buffers on the way hold, and reads nothing. */
function readNothing(port: number, path: string): Socket {
  const socket = connect(port, "127.0.0.1", () => {
    for (let n = 0; n < 40; n++) socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  });
  socket.on("error", () => {});
  socket.pause();
  return socket;
}

/** The largest script of the release. */
function largestScript(release: string): string {
  const folder = join(release, "dist/site/assets");
  const sizes = readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => ({ path: `/assets/${name}`, size: statSync(join(folder, name)).size }));
  return sizes.sort((a, b) => b.size - a.size)[0]?.path ?? "/";
}

const openFiles = ({ program }: Alone): number => readdirSync(`/proc/${program.child.pid}/fd`).length;

/** Clients that send and read slowly: others are served beside them, and the slow ones are closed. */
export async function* clients(stage: Stage): AsyncGenerator<Row> {
  const server = await stage.alone({});
  // Open the database connections before counting the sockets.
  await Promise.all(
    Array.from({ length: 30 }, () => writeOnce(server.origin, "subscription", createLedger())),
  );
  const before = openFiles(server);
  const head =
    "POST /api/newsletter HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n";
  const slow = [
    ...Array.from({ length: EACH }, () => drip(server.port, "GET / HTTP/1.1\r\nHost: a\r\nX: ", "x")),
    ...Array.from({ length: EACH }, () => drip(server.port, head, " ")),
  ];
  const script = largestScript(stage.release);
  const readers = Array.from({ length: EACH }, () => readNothing(server.port, script));
  await pause(1_000);
  const ledger = createLedger();
  const served: boolean[] = [];
  for (let n = 0; n < 20; n++) {
    const began = performance.now();
    const [page, status] = await Promise.all([
      fetch(`${server.origin}/about`).then(async (response) => {
        await response.arrayBuffer();
        return response.status;
      }),
      writeOnce(server.origin, "subscription", ledger),
    ]);
    served.push(page === 200 && status === 200 && performance.now() - began < SERVED_WITHIN_MS);
    await pause(200);
  }
  yield {
    part: "requests beside slow clients served in time",
    tried: served.length,
    held: served.filter(Boolean).length,
    ...(await stage.audit(ledger)),
    note: `${slow.length} slow senders, ${readers.length} slow readers`,
  };
  const late = pause(CUT_AFTER_MS, Number.POSITIVE_INFINITY, { ref: false });
  const closed = await Promise.all(slow.map(({ closedAfterMs }) => Promise.race([closedAfterMs, late])));
  yield {
    part: `slow senders cut off within ${CUT_AFTER_MS / 1000} s`,
    tried: slow.length,
    held: closed.filter((ms) => ms < CUT_AFTER_MS).length,
    note: `the last after ${Math.round(Math.max(...closed) / 1000)} s`,
  };
  const areCut = await until(async () => openFiles(server) <= before, STALLED_CUT_MS);
  yield {
    part: `clients that read nothing cut off within ${STALLED_CUT_MS / 1000} s`,
    tried: readers.length,
    held: areCut ? readers.length : Math.max(0, readers.length - (openFiles(server) - before)),
  };
  const again = Array.from({ length: EACH }, () => readNothing(server.port, script));
  await pause(1_000);
  const began = performance.now();
  const code = await server.stop();
  yield {
    part: "SIGTERM with clients that read nothing: ends with 0",
    tried: 1,
    held: Number(code === 0),
    note: `after ${Math.round((performance.now() - began) / 1000)} s`,
  };
  for (const socket of [...slow.map((entry) => entry.socket), ...readers, ...again]) socket.destroy();
}
