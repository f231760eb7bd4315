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

function createLog<Draft, Entry extends { id: number }>(
  capacity: number,
  entryOf: (draft: Draft, id: number) => Entry,
) {
  const listeners = new Set<(entry: Entry) => void>();
  let entries: Entry[] = [];
  let lastId = 0;
  return {
    add: (draft: Draft): Entry => {
      lastId += 1;
      const entry = entryOf(draft, lastId);
      entries.push(entry);
      // Trim the list in bulk, because shifting a large array on every entry would reduce the throughput.
      if (entries.length >= capacity * 2) entries = entries.slice(-capacity);
      for (const listener of listeners) listener(entry);
      return entry;
    },
    /** Newest first. */
    list: (): Entry[] => entries.slice(-capacity).reverse(),
    clear: (): void => {
      entries = [];
    },
    subscribe: (listener: (entry: Entry) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const createRequestLog = () =>
  createLog(500, (entry: Omit<LoggedRequest, "id">, id): LoggedRequest => ({ id, ...entry }));
export type RequestLog = ReturnType<typeof createRequestLog>;

/** A report of a tested page, reduced to names and numbers that cannot be secrets. */
export type LoggedEvent = { id: number; receivedAt: number; type: string } & Record<
  string,
  string | number | boolean
>;

/** The only fields of a report that the log keeps, from any sender. */
const KEPT = new Set(
  "at attempt cause code expiresAt kind late providerId reason retryAt status tab page".split(" "),
);
/**
 * Matches a code, a kind or a provider's ID: short and without the characters of an address. No token and no password
 * matches.
 */
const WORD = /^[a-z0-9][a-z0-9./ -]{0,39}$/;

const Incoming = v.looseObject({ type: v.pipe(v.string(), v.regex(WORD)) });
/** Accepts `{ events: [...] }`, or one event. */
export const IncomingEvents = v.union(
  [
    v.pipe(
      v.object({ events: v.pipe(v.array(Incoming), v.maxLength(100)) }),
      v.transform(({ events }) => events),
    ),
    v.pipe(
      Incoming,
      v.transform((event) => [event]),
    ),
  ],
  "must be events with a type",
);

const isLoggable = (entry: [string, unknown]): entry is [string, string | number | boolean] => {
  const [name, value] = entry;
  const isWord = typeof value === "string" && WORD.test(value);
  return KEPT.has(name) && (isWord || typeof value === "number" || typeof value === "boolean");
};

export const createEventLog = (now: () => number) =>
  createLog(300, (event: v.InferOutput<typeof Incoming>, id): LoggedEvent => {
    // Drops every field that is not known to be harmless.
    const harmless = Object.entries(event).filter(isLoggable);
    return { ...Object.fromEntries(harmless), id, receivedAt: now(), type: event.type };
  });
export type EventLog = ReturnType<typeof createEventLog>;
