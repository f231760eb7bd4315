import { useEffect } from "react";
import { useStore } from "zustand";
import { type Notice, noticeStore } from "./notice-store.ts";

let clearing: ReturnType<typeof setTimeout> | undefined;

/** What an earlier page left to be said, for as long as this one is shown. */
export function useNotice(): Notice | undefined {
  const notice = useStore(noticeStore, (state) => state.notice);
  useEffect(() => {
    clearTimeout(clearing);
    return () => {
      // Not at once: in development React takes each effect back and runs it again.
      clearing = setTimeout(() => noticeStore.setState({ notice: undefined }));
    };
  }, []);
  return notice;
}
