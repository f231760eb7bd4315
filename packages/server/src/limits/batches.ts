import { UnavailableError } from "@tallybin/identity-server";

/** With two statements on their way, the database has the next one when it has finished one. */
const MOST_STATEMENTS = 2;
const MOST_REQUESTS = 50;
/** Equal to an operation's wait for a connection. While the database is silent, a request would wait forever. */
const MOST_WAIT_MS = 5_000;

type QueueEntry<Request, Result> = {
  request: Request;
  since: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

/**
 * Requests that arrive while statements are under way share the next one. Without load, each has its own at once.
 * @param send answers requests, in their order
 * @param keysOf the rows that a request changes, at least one; one statement cannot change a row twice
 * @returns throws UnavailableError after five seconds without a statement
 */
export function createBatches<Request, Result>(
  send: (requests: readonly Request[]) => Promise<readonly Result[]>,
  keysOf: (request: Request) => readonly string[],
): (request: Request) => Promise<Result> {
  /** The waiting requests, by their first row, so that a statement need not search the many for one row. */
  const queues = new Map<string, QueueEntry<Request, Result>[]>();
  let underWay = 0;

  /** Removes the first request of a queue. What follows it waits behind the other queues. */
  function takeFirst(row: string, queue: QueueEntry<Request, Result>[]): void {
    queue.shift();
    queues.delete(row);
    if (queue.length > 0) queues.set(row, queue);
  }

  function refuseLateRequests(): void {
    const earliest = performance.now() - MOST_WAIT_MS;
    for (const [row, queue] of queues)
      for (let first = queue[0]; first && first.since < earliest; first = queue[0]) {
        takeFirst(row, queue);
        first.reject(new UnavailableError("database"));
      }
  }

  function takeBatch(): QueueEntry<Request, Result>[] {
    const used = new Set<string>();
    const batch: QueueEntry<Request, Result>[] = [];
    for (const [row, queue] of queues) {
      const [first] = queue;
      if (batch.length === MOST_REQUESTS || !first) break;
      const keys = keysOf(first.request);
      if (keys.some((key) => used.has(key))) continue;
      for (const key of keys) used.add(key);
      batch.push(first);
      takeFirst(row, queue);
    }
    return batch;
  }

  async function sendBatch(batch: readonly QueueEntry<Request, Result>[]): Promise<void> {
    try {
      const results = await send(batch.map(({ request }) => request));
      for (const [n, { resolve }] of batch.entries()) resolve(results[n] as Result);
    } catch (error) {
      if (batch.length > 1 && !(error instanceof UnavailableError)) {
        // One request may have made the whole statement fail, so send each request alone.
        for (const waiting of batch) await sendBatch([waiting]);
      } else for (const { reject } of batch) reject(error);
    }
  }

  function sendNext(): void {
    while (underWay < MOST_STATEMENTS && queues.size > 0) {
      underWay++;
      void sendBatch(takeBatch()).finally(() => {
        underWay--;
        refuseLateRequests();
        sendNext();
      });
    }
  }

  return (request) =>
    new Promise((resolve, reject) => {
      const [row = ""] = keysOf(request);
      const queue = queues.get(row) ?? [];
      queue.push({ request, since: performance.now(), resolve, reject });
      queues.set(row, queue);
      sendNext();
    });
}
