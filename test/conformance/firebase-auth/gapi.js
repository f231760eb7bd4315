/**
 * Replaces Google's https://apis.google.com/js/api.js, which no test may fetch: the part of `gapi.iframes` that the
 * SDK and the relay frame use, over postMessage.
 */
(() => {
  const handlers = new Map();
  const replies = new Map();
  let lastId = 0;

  /** Both ends of a frame: `peer` returns the other window. */
  const channel = (peer, isOpen) => {
    let open = isOpen;
    const waiting = [];
    const post = (message) => (open ? peer().postMessage({ gapi: message }, "*") : waiting.push(message));
    let markReady;
    const ready = new Promise((resolve) => {
      markReady = resolve;
    });
    addEventListener("message", async ({ source, data }) => {
      if (source !== peer() || !data?.gapi) return;
      const { kind, id, name, body } = data.gapi;
      if (kind === "ready") {
        open = true;
        for (const message of waiting.splice(0)) post(message);
        markReady();
      }
      if (kind === "call") {
        const results = [];
        for (const handler of handlers.get(name) ?? []) results.push(await handler(body));
        post({ kind: "reply", id, body: results });
      }
      // Google's script swallows errors of a callback, and the SDK's always throws.
      if (kind === "reply")
        try {
          replies.get(id)?.(body);
        } catch {}
    });
    return {
      ready,
      register: (name, handler) => handlers.set(name, [...(handlers.get(name) ?? []), handler]),
      send: (name, body, done) => {
        lastId += 1;
        if (done) replies.set(lastId, done);
        post({ kind: "call", id: lastId, name, body });
      },
      post,
    };
  };

  const context = {
    open: ({ where, url, attributes }, opened) => {
      const frame = document.createElement("iframe");
      Object.assign(frame.style, attributes.style);
      frame.src = url;
      const { ready, register, send } = channel(() => frame.contentWindow, false);
      where.append(frame);
      return opened({ restyle: async () => {}, ping: () => ready, register, send });
    },
    getParentIframe: () => {
      const { register, send, post } = channel(() => window.parent, true);
      post({ kind: "ready" });
      return { register, send };
    },
  };
  window.gapi = {
    load: (_, { callback }) => callback(),
    iframes: { CROSS_ORIGIN_IFRAMES_FILTER: () => true, getContext: () => context },
  };
  const onload = new URL(document.currentScript.src).searchParams.get("onload");
  window[onload ?? "gapi_onload"]?.();
})();
