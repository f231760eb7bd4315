import type { User } from "../user.ts";
import type { ProviderOptions } from "./providers.ts";

export type PopupOptions = ProviderOptions & {
  /** "Cancel": closes the popup and drops any later response. A link that Google is already checking completes. */
  signal?: AbortSignal;
  /** Receives a function that brings the popup to the front. */
  onOpen?: (popup: { focus(): void }) => void;
  /**
   * Called when the browser has isolated the popup. Only the returning focus then shows that the popup was closed,
   * but the response still arrives. Offer "Cancel". May be called more than once.
   */
  onSevered?: () => void;
  /**
   * The outcome of a response that arrived after the popup counted as closed. Without this, a second factor or a
   * conflict in a late response would not be handled.
   */
  onLate?: (outcome: Promise<User>) => void;
};
