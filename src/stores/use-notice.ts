import { useEffect, useState } from "react";
import { type Notice, noticeStore } from "./notice-store.ts";

/** What an earlier page left to be said, taken along for as long as this one is shown. */
export function useNotice(): Notice | undefined {
  const [notice] = useState(() => noticeStore.getState().notice);
  useEffect(() => {
    if (notice) noticeStore.setState({ notice: undefined });
  }, [notice]);
  return notice;
}
