import { useEffect, useRef } from "react";
import { currentUid } from "../identity/user-state.ts";
import { type Notice, type NoticeReader, notices } from "./notice-store.ts";

/**
 * What an earlier page left to be said to this reader, for as long as this page is shown. A notice for the other one
 * is left alone: the sign-in page goes away before the code of the page it leads to has arrived.
 */
export function useNotice(reader: NoticeReader): Notice | undefined {
  const notice = notices.useValue();
  const clearing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    clearTimeout(clearing.current);
    return () => {
      // Not at once: in development React takes each effect back and runs it again.
      clearing.current = setTimeout(() => {
        if (notices.get()?.reader === reader) notices.set(currentUid(), undefined);
      });
    };
  }, [reader]);
  return notice?.reader === reader ? notice : undefined;
}
