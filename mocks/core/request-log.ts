/** One logged request: path, account and outcome; never a token, password or code. */
export type LoggedRequest = {
  id: number;
  /** Local time. */
  at: number;
  method: string;
  /** The path without the query, because that contains keys and codes. */
  path: string;
  endpoint: string;
  status: number;
  tookMs: number;
  /** Google's code if the response was an error: `EMAIL_EXISTS`. */
  word?: string;
  email?: string;
  uid?: string;
  /** Advice for the developer, such as a setting that this caller needs. */
  hint?: string;
  /** Kinds of the failure scripts that applied. */
  faults?: string[];
};

export type RequestLog = {
  add(entry: Omit<LoggedRequest, "id">): void;
  /** Newest first; optionally only those after the given ID. */
  list(after?: number): LoggedRequest[];
  clear(): void;
  subscribe(listener: (entry: LoggedRequest) => void): () => void;
};

const CAPACITY = 500;

/** The last few hundred requests. */
export function createRequestLog(): RequestLog {
  const listeners = new Set<(entry: LoggedRequest) => void>();
  let entries: LoggedRequest[] = [];
  let lastId = 0;
  return {
    add: (entry) => {
      lastId += 1;
      const logged = { id: lastId, ...entry };
      entries.push(logged);
      // Trim the list in bulk, because shifting a large array on every request would reduce the throughput.
      if (entries.length >= CAPACITY * 2) entries = entries.slice(-CAPACITY);
      for (const listener of listeners) listener(logged);
    },
    list: (after = 0) =>
      entries
        .slice(-CAPACITY)
        .filter(({ id }) => id > after)
        .reverse(),
    clear: () => {
      entries = [];
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
