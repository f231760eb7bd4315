/** With two statements on their way, the database has the next one when it has finished one. */
const MOST_STATEMENTS = 2;
const MOST_REQUESTS = 50;

type Waiting<Request, Result> = {
  request: Request;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

/**
 * Requests that arrive while statements are under way share the next one. Without load, each has its own at once.
 * @param send answers requests, in their order
 * @param keysOf the rows that a request changes; one statement cannot change a row twice
 * @param isPassing whether an error says nothing about the requests of its batch
 */
export function createBatches<Request, Result>(
  send: (requests: readonly Request[]) => Promise<readonly Result[]>,
  keysOf: (request: Request) => readonly string[],
  isPassing: (error: unknown) => boolean,
): (request: Request) => Promise<Result> {
  let queue: Waiting<Request, Result>[] = [];
  let underWay = 0;

  /** Removes requests without a common row from the queue, the longest waiting first. */
  function takeBatch(): Waiting<Request, Result>[] {
    const used = new Set<string>();
    const batch: Waiting<Request, Result>[] = [];
    const left: Waiting<Request, Result>[] = [];
    for (const waiting of queue) {
      const keys = keysOf(waiting.request);
      const fits = batch.length < MOST_REQUESTS && !keys.some((key) => used.has(key));
      (fits ? batch : left).push(waiting);
      // Also the keys of those left, so that a later request for the same row does not overtake them.
      for (const key of keys) used.add(key);
    }
    queue = left;
    return batch;
  }

  async function sendBatch(batch: readonly Waiting<Request, Result>[]): Promise<void> {
    try {
      const results = await send(batch.map(({ request }) => request));
      for (const [n, { resolve }] of batch.entries()) resolve(results[n] as Result);
    } catch (error) {
      if (batch.length > 1 && !isPassing(error)) {
        // One request may have spoiled the statement of all.
        for (const waiting of batch) await sendBatch([waiting]);
      } else for (const { reject } of batch) reject(error);
    }
  }

  function sendNext(): void {
    while (underWay < MOST_STATEMENTS && queue.length > 0) {
      underWay++;
      void sendBatch(takeBatch()).finally(() => {
        underWay--;
        sendNext();
      });
    }
  }

  return (request) =>
    new Promise((resolve, reject) => {
      queue.push({ request, resolve, reject });
      sendNext();
    });
}
