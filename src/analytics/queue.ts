import { delayOf } from "@tallybin/platform/back-off";

/** No query, no hash, no personal address. */
export type PageFacts = { path: string; title: string; url: string; referrer?: string | undefined };

export type Call =
  | { type: "page"; name: string; properties: PageFacts }
  | { type: "identify"; userId: string; traits: Record<string, never> };

/**
 * The calls and common fields of the Segment specification that we use.
 * @see https://segment.com/docs/connections/spec/
 */
export type Message = Call & {
  messageId: string;
  anonymousId: string;
  userId?: string | undefined;
  timestamp: string;
  context: { library: { name: string }; locale: string; page: PageFacts };
};

/** A rejection means "try again later". Sends nothing more once the signal aborts: consent was withdrawn. */
export type Sink = (messages: readonly Message[], signal: AbortSignal) => Promise<void>;

const BACK_OFF = { firstMs: 3_000, longestMs: 300_000 };
/** If the endpoint is down for hours, the queue must not fill the page's memory. */
const MAX_PENDING = 500;

/** Drains every 3 s while it is not empty, and slower while the sink fails. */
export function createQueue(sink: Sink) {
  const stopping = new AbortController();
  let pending: Message[] = [];
  let isBusy = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function startTimer(): void {
    if (stopping.signal.aborted || timer !== undefined || pending.length === 0) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        void drainQueue();
      },
      delayOf(failures + 1, BACK_OFF),
    );
  }

  async function drainQueue(): Promise<void> {
    if (isBusy || pending.length === 0) return;
    const messages = pending;
    pending = [];
    isBusy = true;
    try {
      await sink(messages, stopping.signal);
      failures = 0;
    } catch {
      failures += 1;
      if (!stopping.signal.aborted) pending = [...messages, ...pending].slice(-MAX_PENDING);
    }
    isBusy = false;
    startTimer();
  }

  return {
    add(message: Message): void {
      if (stopping.signal.aborted) return;
      pending = [...pending, message].slice(-MAX_PENDING);
      startTimer();
    },
    flush: (): void => void drainQueue(),
    stop(): void {
      stopping.abort();
      clearTimeout(timer);
      pending = [];
    },
  };
}
