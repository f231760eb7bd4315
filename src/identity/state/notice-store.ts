import { userState } from "./user-state.ts";

/** The reader of a notice: the sign-in page, or the pages behind it. */
export type NoticeReader = "signed-out" | "signed-in";

/** A message that the next page shows once; with a title, instead of the page's own. It never reaches another user and does not outlive the tab. */
export type Notice = { reader: NoticeReader; tone: "success" | "notice"; text: string; title?: string };

export const notices = userState<Notice | undefined>(undefined);
