import type { User } from "../user.ts";
import type { ProviderOptions } from "./providers.ts";

export type PopupOptions = ProviderOptions & {
  /** "Cancel": closes the popup and refuses whatever it may still bring. A link that Google already judges is completed. */
  signal?: AbortSignal;
  /** Hands out the way to bring the popup to the front. */
  onOpen?: (popup: { focus(): void }) => void;
  /**
   * The browser has cut the tie to the popup, so that its closing shows only by the focus that comes back. The answer
   * arrives regardless. Offer "Cancel". May be called more than once.
   */
  onSevered?: () => void;
  /**
   * The answer came after the popup was given up as closed: its outcome. Without this, a second factor or a conflict
   * behind a late answer would not be handled.
   */
  onLate?: (outcome: Promise<User>) => void;
};
