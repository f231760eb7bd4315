import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createLedger, writeOnce } from "../../support/writers.ts";
import type { Stage } from "../stage.ts";
import type { Row } from "../table.ts";

const EACH = 40;
/** The longest time that a client may take for a request, and the sweep that ends it. */
const CUT_AFTER_MS = 26_000;
const DRIP_MS = 500;
const SERVED_WITHIN_MS = 2_000;

/** Opens a connection that says `start`, then one byte at a time. */
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

/** Reads the page's largest file a little at a time, and never ends. */
function readSlowly(port: number): Socket {
  const socket = connect(port, "127.0.0.1", () => {
    for (let n = 0; n < 20; n++) socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  });
  socket.on("error", () => {});
  socket.pause();
  return socket;
}

/** Clients that send and read slowly: others are served beside them, and the slow ones are cut off. */
export async function* clients(stage: Stage): AsyncGenerator<Row> {
  const server = await stage.alone({});
  const head =
    "POST /api/newsletter HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n";
  const slow = [
    ...Array.from({ length: EACH }, () => drip(server.port, "GET / HTTP/1.1\r\nHost: a\r\nX: ", "x")),
    ...Array.from({ length: EACH }, () => drip(server.port, head, " ")),
  ];
  const readers = Array.from({ length: EACH }, () => readSlowly(server.port));
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
  const began = performance.now();
  const code = await server.stop();
  yield {
    part: "SIGTERM with slow readers connected: ends with 0",
    tried: 1,
    held: Number(code === 0),
    note: `after ${Math.round((performance.now() - began) / 1000)} s`,
  };
  for (const socket of [...slow.map((entry) => entry.socket), ...readers]) socket.destroy();
}
