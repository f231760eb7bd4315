import type { Session } from "../../../packages/identity/src/session/record.ts";
import type { Page } from "./page.ts";

type Note = { text: string; order: number };
type View = { notes: Map<string, Note>; inbox: ReturnType<Page["inbox"]> };

/**
 * localStorage of one profile. A page that opens finds what any page has written. An open page may hear of it later
 * than of a message, because WebKit has a copy in each process.
 */
export function createNotes(now: () => number) {
  let stored = new Map<string, Note>();
  const views = new Map<Page, View>();
  let order = 0;
  let isRefused = false;
  let refusedAt = Number.NEGATIVE_INFINITY;
  const refuse = (): void => {
    if (isRefused) throw new DOMException("Access is denied.", "SecurityError");
  };

  return {
    /** A browser may refuse it at any time. */
    setRefused: (next: boolean): void => {
      if (isRefused || next) refusedAt = now();
      isRefused = next;
    },
    isOk: (): boolean => !isRefused,
    /** Whether the sign-out of a session is noted: by its name or by a later stamp. */
    hasSignOut: ({ generation, stamp }: Pick<Session, "generation" | "stamp">): boolean =>
      [...stored].some(([key, { text }]) => {
        const noted = key.endsWith(":left") ? text.split(" ") : [];
        return Number(noted[0]) >= stamp || noted.includes(generation);
      }),
    /** When the browser last refused it. */
    refusedAt: (): number => (isRefused ? now() : refusedAt),
    forPage: (page: Page): Pick<Storage, "getItem" | "setItem"> => {
      const own: View = { notes: new Map(stored), inbox: page.inbox() };
      views.set(page, own);
      return {
        getItem: (key) => {
          refuse();
          return own.notes.get(key)?.text ?? null;
        },
        setItem: (key, text) => {
          refuse();
          order += 1;
          const note = { text, order };
          stored.set(key, note);
          own.notes.set(key, note);
          for (const { notes, inbox } of views.values())
            if (notes !== own.notes)
              inbox(() => {
                if (note.order > (notes.get(key)?.order ?? 0)) notes.set(key, note);
              });
        },
      };
    },
    leave: (page: Page): void => void views.delete(page),
    /** The user clears the site's data. */
    clear: (): void => {
      stored = new Map();
      for (const { notes } of views.values()) notes.clear();
    },
  };
}
