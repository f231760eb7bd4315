import { useEffect, useRef } from "react";
import { currentUid } from "./session-store.ts";
import { userState } from "./user-state.ts";

/** The reader of a notice: the sign-in page, or the pages behind it. */
export type NoticeReader = "signed-out" | "signed-in";

/** A message that the next page shows once; with a title, instead of the page's own. It never reaches another user and does not outlive the tab. */
export type Notice = { reader: NoticeReader; tone: "success" | "notice"; text: string; title?: string };

export const notices = userState<Notice | undefined>(undefined);

/**
 * An earlier page's message for this reader, shown as long as this page. A notice for the other reader stays: the
 * sign-in page disappears before the next page's code has loaded.
 */
export function useNotice(reader: NoticeReader): Notice | undefined {
  const notice = notices.useValue();
  const clearing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    clearTimeout(clearing.current);
    return () => {
      // Delay the removal, because in development React undoes each effect and runs it again.
      clearing.current = setTimeout(() => {
        if (notices.get()?.reader === reader) notices.set(currentUid(), undefined);
      });
    };
  }, [reader]);
  return notice?.reader === reader ? notice : undefined;
}
