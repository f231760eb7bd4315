import type { Operation as SessionOperation } from "@tallybin/identity-server";

export type RequestOperation = {
  kind: "request";
  method: string;
  /** The path of an endpoint or a page, or a name in parentheses; never a requested path. */
  route: string;
  status?: number;
};

/** What metrics can see. The fields hold no personal data and few different values. */
export type Operation =
  | RequestOperation
  /** `connection`: the wait for one of the pool. `shared`: a request's wait for the statement that it shares. */
  | { kind: "database"; name: "connection" | "shared" | "statement" | "transaction" }
  | SessionOperation
  | { kind: "mail"; name: "welcome" | "new-browser" }
  | { kind: "purge"; name: "limits" | "sessions" | "account-history" };

/** `startedAt` is in milliseconds, as `performance.now`. */
export type Observation = Operation & { startedAt?: number; error?: unknown };

/** Unlike a channel of `node:diagnostics_channel`, its first subscriber does not make its callers be compiled again. */
function createChannel<Message>() {
  const subscribers = new Set<(message: Message) => void>();
  return {
    hasSubscribers: () => subscribers.size > 0,
    publish(message: Message) {
      for (const subscriber of subscribers) subscriber(message);
    },
    subscribe(subscriber: (message: Message) => void): () => void {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
  };
}

export const ended = createChannel<Observation>();

async function runObserved<T>(operation: Observation, work: () => Promise<T>) {
  operation.startedAt = performance.now();
  try {
    return await work();
  } catch (error) {
    operation.error = error;
    throw error;
  } finally {
    ended.publish(operation);
  }
}

/** Runs `work` as an operation. Without metrics, the channels have no subscriber. */
export const observe = <T>(operation: Observation, work: () => Promise<T>): Promise<T> =>
  ended.hasSubscribers() ? runObserved(operation, work) : work();

/** A request that prepared bytes answered. */
export const answered = createChannel<{ route: string; status: number }>();

/** A request over a limit: its scope. */
export const refused = createChannel<string>();

export const droppedLines = createChannel<void>();

/** The paths for supervisors and load balancers. */
const PROBES = new Set(["/healthz", "/readyz"]);

/** Answers a request as an operation, if metrics are on. The API names its own routes. */
export function observeRequest(
  { method }: Request,
  { pathname }: URL,
  answer: (operation?: RequestOperation) => Promise<Response>,
): Promise<Response> {
  if (!ended.hasSubscribers()) return answer();
  const route = PROBES.has(pathname) ? pathname : "(unknown)";
  const operation: RequestOperation = { kind: "request", method, route };
  return observe(operation, async () => {
    const response = await answer(operation);
    operation.status = response.status;
    return response;
  });
}
