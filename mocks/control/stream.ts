import type { ServiceContext } from "../core/service-context.ts";

const HEARTBEAT_MS = 15_000;

/**
 * Live events for the workbench: `request`, `event`, `clock`, and `changed` for everything else.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function liveStream(context: ServiceContext, request: Request): Response {
  const encoder = new TextEncoder();
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const send = (name: string, data: unknown) =>
        controller.enqueue(encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
      const heartbeat = setInterval(() => controller.enqueue(encoder.encode(":\n\n")), HEARTBEAT_MS);
      const subscriptions = [
        context.log.subscribe((entry) => send("request", entry)),
        context.events.subscribe((event) => send("event", event)),
        context.clock.subscribe(() => send("clock", context.clock.reading())),
        context.subscribe(() => send("changed", {})),
      ];
      let open = true;
      stop = () => {
        if (!open) return;
        open = false;
        clearInterval(heartbeat);
        for (const unsubscribe of subscriptions) unsubscribe();
      };
      const abort = () => {
        if (open) controller.close();
        stop();
      };
      request.signal.addEventListener("abort", abort, { once: true });
      send("clock", context.clock.reading());
      if (request.signal.aborted) abort();
    },
    cancel: () => stop(),
  });
  return new Response(body, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
  });
}
