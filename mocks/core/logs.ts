import * as v from "valibot";

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

const REQUESTS_KEPT = 500;

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
      if (entries.length >= REQUESTS_KEPT * 2) entries = entries.slice(-REQUESTS_KEPT);
      for (const listener of listeners) listener(logged);
    },
    list: (after = 0) =>
      entries
        .slice(-REQUESTS_KEPT)
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

/** A report of a tested page, reduced to names and numbers that cannot be secrets. */
type LoggedEvent = { id: number; receivedAt: number; type: string } & Record<
  string,
  string | number | boolean
>;

/** The only fields that are kept, from any sender. */
const KEPT = new Set(
  "at attempt cause code expiresAt kind late providerId reason retryAt status tab page".split(" "),
);
/** A code, a kind, a provider's ID: short and without the characters of an address. Tokens and passwords do not fit. */
const WORD = /^[a-z0-9][a-z0-9./ -]{0,39}$/;

const Incoming = v.looseObject({ type: v.pipe(v.string(), v.regex(WORD)) });
/** `{ events: [...] }`, a list, or one event. */
export const IncomingEvents = v.union(
  [
    v.pipe(
      v.object({ events: v.pipe(v.array(Incoming), v.maxLength(100)) }),
      v.transform(({ events }) => events),
    ),
    v.pipe(v.array(Incoming), v.maxLength(100)),
    v.pipe(
      Incoming,
      v.transform((event) => [event]),
    ),
  ],
  "must be events with a type",
);

const isKept = (name: string, value: unknown): value is string | number | boolean =>
  KEPT.has(name) &&
  (typeof value === "number" ||
    typeof value === "boolean" ||
    (typeof value === "string" && WORD.test(value)));

/** Drops every field that is not known to be harmless. */
const redact = (event: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(event).flatMap(([name, value]) => (isKept(name, value) ? [[name, value] as const] : [])),
  );

export type EventLog = {
  add(events: readonly v.InferOutput<typeof Incoming>[]): void;
  /** Newest first. */
  list(): LoggedEvent[];
  clear(): void;
  subscribe(listener: (event: LoggedEvent) => void): () => void;
};

const EVENTS_KEPT = 300;

/** The lifecycle events of tested pages, for the workbench. */
export function createEventLog(now: () => number): EventLog {
  const listeners = new Set<(event: LoggedEvent) => void>();
  let events: LoggedEvent[] = [];
  let lastId = 0;
  return {
    add: (incoming) => {
      for (const event of incoming) {
        lastId += 1;
        const logged = { ...redact(event), id: lastId, receivedAt: now(), type: event.type };
        events = [...events.slice(1 - EVENTS_KEPT), logged];
        for (const listener of listeners) listener(logged);
      }
    },
    list: () => events.toReversed(),
    clear: () => {
      events = [];
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
