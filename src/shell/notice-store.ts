import { createStore } from "zustand/vanilla";

/** Whom a notice is left for: the page that asks to sign in, or those behind it. */
export type NoticeReader = "signed-out" | "signed-in";

/** Something the next page should say once; nothing of it outlives the tab. */
export type Notice = { reader: NoticeReader; tone: "success" | "notice"; text: string };

export const noticeStore = createStore<{ notice: Notice | undefined }>(() => ({ notice: undefined }));

export const leaveNotice = (notice: Notice): void => noticeStore.setState({ notice });
