import { userState } from "../identity/user-state.ts";

/** Who reads a notice: the page that asks to sign in, or those behind it. */
export type NoticeReader = "signed-out" | "signed-in";

/** Something that the next page says once. It never reaches another user, and nothing of it outlives the tab. */
export type Notice = { reader: NoticeReader; tone: "success" | "notice"; text: string };

export const notices = userState<Notice | undefined>(undefined);
