import type { LocalServices } from "../../../../mocks/local-services.ts";

const PERSON = { choice: "add", email: "gina@example.test", name: "Gina", verified: "yes" };

type FakeWindow = ReturnType<typeof createParts> & {
  opened: FakeWindow[];
  close(): void;
  open(url: string): object | null;
};

const createStorage = () => {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
};

/** A window without the others that it opens. */
function createParts(start: string, consent: (url: string) => Promise<string>) {
  let href = start;
  const visit = async (url: string) => {
    parts.visited.push(url);
    const target = url.includes("/__local/consent") ? await consent(url) : new URL(url, href).href;
    if (!parts.isStuck) href = target;
  };
  const location = {
    get href() {
      return href;
    },
    get origin() {
      return new URL(href).origin;
    },
    get pathname() {
      return new URL(href).pathname;
    },
    get search() {
      return new URL(href).search;
    },
    get hash() {
      return new URL(href).hash;
    },
    assign: visit,
    replace: visit,
  };
  const parts = {
    /** The pages that the window was sent to. */
    visited: [] as string[],
    closed: false,
    /** Whether the person does not finish at the provider. */
    isStuck: false as boolean,
    /** Whether the browser has isolated the window from its opener. */
    isIsolated: false as boolean,
    isBlocked: false as boolean,
    sessionStorage: createStorage(),
    screen: { availWidth: 1500, availHeight: 1000 },
    document: { hasFocus: () => true, readyState: "loading", querySelector: () => null },
    location,
    history: {
      replaceState: (_: null, __: string, url: string) => {
        href = new URL(url, href).href;
      },
    },
    focus() {},
  };
  return parts;
}

/**
 * The windows of one browser, with what popups and redirects use. The provider's consent page agrees at once and returns
 * to the application. @param fields the person who agrees
 */
export function createWindows(services: LocalServices, fields: Record<string, string> = PERSON) {
  const consent = async (url: string): Promise<string> => {
    const state = new URL(url).searchParams.get("state") ?? "";
    const body = new URLSearchParams({ state, ...fields });
    const response = await services.handle(new Request(url, { method: "POST", body }));
    return response?.headers.get("location") ?? "";
  };

  const create = (start: string): FakeWindow => {
    const parts = createParts(start, consent);
    const window: FakeWindow = Object.assign(parts, {
      opened: [],
      close() {
        parts.closed = true;
      },
      open(url: string) {
        if (parts.isBlocked) return null;
        const popup = create(url);
        window.opened.push(popup);
        return seenByOpener(popup);
      },
    });
    return window;
  };

  const seenByOpener = (popup: FakeWindow) => ({
    get closed() {
      return popup.closed;
    },
    close: popup.close,
    focus: popup.focus,
    sessionStorage: popup.sessionStorage,
    document: popup.document,
    history: popup.history,
    location: {
      get href() {
        if (popup.isIsolated) throw new DOMException("isolated", "SecurityError");
        return popup.location.href;
      },
      get pathname() {
        return popup.location.pathname;
      },
      replace: popup.location.replace,
    },
  });

  return { create };
}
