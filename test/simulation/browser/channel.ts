import type { Channel } from "../../../packages/platform/src/browser.ts";
import type { Page } from "./page.ts";

export type ChannelMode = "ok" | "late";

type Own = {
  page: Page;
  name: string;
  /** Delivers in the order of the messages. */
  inbox: ReturnType<Page["inbox"]>;
  listeners: ((event: { data: unknown }) => void)[];
};

/** BroadcastChannel between the pages of one profile: every other page hears a message in a task of its own. */
export function createChannels() {
  const open = new Set<Own>();
  let mode: ChannelMode = "ok";

  return {
    isOk: () => mode === "ok",
    setMode: (next: ChannelMode): void => {
      mode = next;
    },
    /** A page that is not simulated says something on every channel. */
    say: (data: unknown): void => {
      for (const own of open)
        own.page.post(() => {
          if (open.has(own)) for (const listener of own.listeners) listener({ data });
        });
    },
    forPage: (page: Page, name: string): Channel => {
      const own: Own = { page, name, inbox: page.inbox(), listeners: [] };
      open.add(own);
      return {
        postMessage: (data) => {
          if (!open.has(own)) throw new DOMException("The channel is closed.", "InvalidStateError");
          for (const other of open) {
            if (other === own || other.name !== name) continue;
            const hear = () => {
              if (open.has(other)) for (const listener of other.listeners) listener({ data });
            };
            if (mode === "late") other.page.post(hear, page.luck.between(0, 5000));
            else other.inbox(hear, page.luck.between(0, 5));
          }
        },
        addEventListener: (_, listener) => own.listeners.push(listener),
        close: () => open.delete(own),
      };
    },
    leave: (page: Page): void => {
      for (const each of open) if (each.page === page) open.delete(each);
    },
    /** Whether a page has an open channel of a name. */
    hears: (page: Page, name: string): boolean =>
      [...open].some((own) => own.page === page && own.name === name),
  };
}
