import type { Message } from "./message.ts";

/** Sends messages to the endpoint; a rejection means "try again later". */
export type Sink = {
  /** Stops and sends nothing more once the signal aborts: consent was withdrawn. */
  deliver(messages: readonly Message[], signal: AbortSignal): Promise<void>;
};
export type Plugin = { load(): Promise<Sink> };

const DRAIN_EVERY_MS = 3_000;
const PLUGIN_WAIT_MS = 10_000;
const SLOWEST_RETRY_MS = 300_000;
/** If the endpoint is down for hours, the queue must not fill the page's memory. */
const MAX_PENDING = 500;

type Lane = {
  pending: Message[];
  sink: Sink | undefined;
  isLoading: boolean;
  isBusy: boolean;
  failures: number;
};

/**
 * Keeps messages until every plugin has loaded or 10 s have passed, then drains every 3 s while it is not empty. Each
 * plugin has its own list of messages, so a plugin that loads late or fails for a while loses none.
 */
export function createQueue(plugins: readonly Plugin[]) {
  const lanes = plugins.map((plugin) => {
    const lane: Lane = { pending: [], sink: undefined, isLoading: true, isBusy: false, failures: 0 };
    plugin
      .load()
      .then(
        (sink) => {
          lane.sink = sink;
        },
        () => {
          lane.pending = []; // the plugin's code did not load, so drop its messages
        },
      )
      .finally(() => {
        lane.isLoading = false;
        arm();
      });
    return lane;
  });
  const stopping = new AbortController();
  let isWaiting = true;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = setTimeout(() => {
    isWaiting = false;
    arm();
  }, PLUGIN_WAIT_MS);

  const holdsBack = (): boolean => isWaiting && lanes.some(({ isLoading }) => isLoading);
  const isDue = ({ pending, sink }: Lane): boolean => pending.length > 0 && sink !== undefined;

  function arm(): void {
    if (isStopped || timer !== undefined || holdsBack() || !lanes.some(isDue)) return;
    const failures = Math.min(...lanes.filter(isDue).map((lane) => lane.failures));
    timer = setTimeout(
      () => {
        timer = undefined;
        drain();
        arm();
      },
      Math.min(DRAIN_EVERY_MS * 2 ** failures, SLOWEST_RETRY_MS),
    );
  }

  function drain(): void {
    for (const lane of lanes) if (isDue(lane) && !lane.isBusy) void empty(lane);
  }

  async function empty(lane: Lane): Promise<void> {
    const messages = lane.pending.splice(0);
    lane.isBusy = true;
    try {
      await lane.sink?.deliver(messages, stopping.signal);
      lane.failures = 0;
    } catch {
      lane.failures += 1;
      if (!isStopped) lane.pending = [...messages, ...lane.pending].slice(-MAX_PENDING);
    }
    lane.isBusy = false;
    arm();
  }

  return {
    add(message: Message): void {
      if (isStopped) return;
      for (const lane of lanes)
        if (lane.isLoading || lane.sink) lane.pending = [...lane.pending, message].slice(-MAX_PENDING);
      arm();
    },
    /** Called when the page closes. Sends everything that is ready. */
    flush: drain,
    /** Sends nothing more, and drops waiting messages. */
    stop(): void {
      isStopped = true;
      stopping.abort();
      clearTimeout(wait);
      clearTimeout(timer);
      for (const lane of lanes) lane.pending = [];
    },
  };
}
