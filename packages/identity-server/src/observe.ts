/** What an application can observe, with few different values and no personal data. */
export type Operation =
  /** `token-service`: a call to Google. `bind`: a browser's first proof of its key; `prove`: a later one. */
  | { kind: "session"; name: "exchange" | "hand-over" | "token-service" | "bind" | "prove" }
  | { kind: "keys"; name: "fetch" };

/** Runs `work` as an operation, for metrics. */
export type Observe = <T>(operation: Operation, work: () => Promise<T>) => Promise<T>;

export const runUnobserved: Observe = (_, work) => work();

/** The stable names of the events that a security review looks for. */
export type SessionEvent =
  | "session.handed-over"
  | "session.bound"
  | "session.unproven"
  | "session.ended-elsewhere"
  | "session.ended-everywhere"
  | "credential.refused";

/** Facts are IDs that this server made, codes and counts: no address, no uid, no token. */
export type Audit = (event: SessionEvent, facts?: Record<string, string | number | boolean>) => void;
