import type { PopupWindow } from "../../../packages/identity/src/platform.ts";
import type { Page } from "./page.ts";

/** A popup, or a tab that has left the site for a provider. */
export type Visit = {
  /** Its place in the scheduler. */
  page: Page;
  /** The page that opened the popup, or that was in the tab before. */
  from: Page;
  isPopup: boolean;
  storage: Map<string, string>;
  address: string;
  /** `ours`: a page of this origin. `error`: the browser's own page, because the network failed. */
  shown: "ours" | "provider" | "callback" | "error";
  /** The provider's address, once the window was sent there. */
  provider: string | undefined;
  /** Whether the popup reads as closed. It may do so a moment after its page is gone. */
  isClosed: boolean;
  /** Whether the browser has cut the popup off from its opener. */
  isCut: boolean;
};

export type Outcome = "popup" | "redirect" | "nothing";

/** What an opener can do with its popup. */
type Acts = { close(): void; focus(): void; leave(address: string): void };

const refused = () => new DOMException("The window shows another origin.", "SecurityError");

/** A tab's sessionStorage. */
export const storageOf = (values: Map<string, string>) =>
  ({
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, text: string) => void values.set(key, text),
    removeItem: (key: string) => void values.delete(key),
  }) as Storage;

/** The opener's view of a popup. */
export function viewOf(visit: Visit, { close, focus, leave }: Acts): PopupWindow {
  const ours = <Value>(value: () => Value): Value => {
    if (visit.isCut || (visit.shown !== "ours" && visit.shown !== "callback")) throw refused();
    return value();
  };
  return {
    get closed() {
      return visit.isClosed || visit.isCut;
    },
    close: () => {
      if (!visit.isCut) close();
    },
    focus: () => {
      if (!visit.isCut && !visit.page.isGone) focus();
    },
    get sessionStorage() {
      return ours(() => storageOf(visit.storage));
    },
    get document() {
      return ours(() => ({ readyState: visit.shown === "callback" ? "loading" : "complete" }) as const);
    },
    location: {
      get href() {
        return ours(() => visit.address);
      },
      replace: (address: string | URL) => leave(String(address)),
    },
  };
}
