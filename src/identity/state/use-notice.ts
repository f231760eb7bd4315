import { useEffect, useRef } from "react";
import { type Notice, type NoticeReader, notices } from "./notice-store.ts";
import { currentUid } from "./session-store.ts";

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
