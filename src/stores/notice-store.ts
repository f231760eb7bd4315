import { createStore } from "zustand/vanilla";

/** Something the next page should say once; nothing of it outlives the tab. */
export type Notice = { tone: "success" | "notice"; text: string };

export const noticeStore = createStore<{ notice: Notice | undefined }>(() => ({ notice: undefined }));

export const leaveNotice = (notice: Notice | undefined): void => noticeStore.setState({ notice });
