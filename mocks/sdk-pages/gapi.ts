type Message =
  | { kind: "ready" }
  | { kind: "call"; id: number; name: string; body: unknown }
  | { kind: "reply"; id: number; body: unknown[] };
type Handler = (body: unknown) => unknown;
type Done = (replies: unknown[]) => void;
type Frame = { where: Element; url: string; attributes: { style: Partial<CSSStyleDeclaration> } };

/**
 * Replaces Google's `https://apis.google.com/js/api.js`. Implements, over postMessage, the part of `gapi.iframes` that
 * the SDK and its frame use. Runs as text in a classic script, so it must be self-contained.
 */
export function defineGapi(): void {
  const handlers = new Map<string, Handler[]>();
  const replies = new Map<number, Done>();
  let lastId = 0;

  /** Both ends of a frame: `peer` returns the other window. */
  const createChannel = (peer: () => Window | null, isOpen: boolean) => {
    let open = isOpen;
    const waiting: Message[] = [];
    const postOrQueue = (message: Message): void => {
      if (open) peer()?.postMessage({ gapi: message }, "*");
      else waiting.push(message);
    };
    let markChannelReady = () => {};
    const ready = new Promise<void>((resolve) => {
      markChannelReady = resolve;
    });
    addEventListener("message", async ({ source, data }: MessageEvent<{ gapi?: Message } | undefined>) => {
      const message = data?.gapi;
      if (source !== peer() || !message) return;
      if (message.kind === "ready") {
        open = true;
        for (const each of waiting.splice(0)) postOrQueue(each);
        markChannelReady();
      } else if (message.kind === "call") {
        const body = [];
        for (const handler of handlers.get(message.name) ?? []) body.push(await handler(message.body));
        postOrQueue({ kind: "reply", id: message.id, body });
      } else {
        // Google's script swallows errors of a callback, and the SDK's always throws.
        try {
          replies.get(message.id)?.(message.body);
        } catch {}
      }
    });
    return {
      ready,
      post: postOrQueue,
      register: (name: string, handler: Handler) =>
        handlers.set(name, [...(handlers.get(name) ?? []), handler]),
      send: (name: string, body: unknown, done?: Done) => {
        lastId += 1;
        if (done) replies.set(lastId, done);
        postOrQueue({ kind: "call", id: lastId, name, body });
      },
    };
  };

  const context = {
    open: ({ where, url, attributes }: Frame, opened: (frame: object) => unknown) => {
      const frame = document.createElement("iframe");
      Object.assign(frame.style, attributes.style);
      frame.src = url;
      const { ready, register, send } = createChannel(() => frame.contentWindow, false);
      where.append(frame);
      return opened({ restyle: async () => {}, ping: () => ready, register, send });
    },
    getParentIframe: () => {
      const { register, send, post } = createChannel(() => window.parent, true);
      post({ kind: "ready" });
      return { register, send };
    },
  };
  const onload = new URL((document.currentScript as HTMLScriptElement).src).searchParams.get("onload");
  const page = window as unknown as Record<string, unknown>;
  page["gapi"] = {
    load: (_: string, { callback }: { callback(): void }) => callback(),
    iframes: { CROSS_ORIGIN_IFRAMES_FILTER: () => true, getContext: () => context },
  };
  (page[onload ?? "gapi_onload"] as (() => void) | undefined)?.();
}
