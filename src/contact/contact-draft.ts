import { CONTACT_COLUMNS } from "@tallybin/contract/contact";
import type { UseFormReturn } from "react-hook-form";
import * as v from "valibot";
import {
  type CurrentUid,
  type SessionState,
  sessionStore,
  uidOfSession,
} from "../identity/state/session-store.ts";
import { userStorage } from "../identity/state/user-storage.ts";
import type { ContactMessage } from "./contact-action.ts";

const EMPTY = Object.fromEntries(CONTACT_COLUMNS.map((column) => [column, ""])) as ContactMessage;
const stored = userStorage("contact-message", v.record(v.picklist(CONTACT_COLUMNS), v.string()));

type Control = Pick<UseFormReturn<ContactMessage>, "getValues" | "setValue" | "subscribe">;

/**
 * Keeps a typed message in this tab until it is sent or its user signs out, and fills in a user's address. Text that
 * was typed before the session was known stays.
 * @returns the function that ends it
 */
export function keepDraft({ getValues, setValue, subscribe }: Control): () => void {
  /** Whose draft the form shows, once the session is known. An involuntary end changes no owner. */
  let shown: { uid: CurrentUid } | undefined;
  const showDraft = (session: SessionState): void => {
    const uid = uidOfSession(session);
    const isUnknown = session.status === "unknown" && session.reason === undefined;
    const isEnded = session.status === "signed-out" && session.reason !== undefined;
    if (isUnknown || (shown && (isEnded || shown.uid === uid))) return;
    const isFirst = shown === undefined;
    const typed = isFirst ? getValues() : EMPTY;
    const address = session.status === "signed-in" ? session.user.email : undefined;
    const kept = { ...EMPTY, ...stored.read(uid) };
    const filled = { ...kept, email: kept.email || (address ?? "") };
    shown = { uid };
    for (const column of CONTACT_COLUMNS) {
      const text = typed[column] || filled[column];
      // The fields may have a text that was typed before hydration, which the form does not know.
      if (text !== "" || !isFirst) setValue(column, text);
    }
  };
  const stopDrafts = subscribe({
    formState: { values: true },
    callback: ({ values }) => {
      if (!shown) return;
      if (CONTACT_COLUMNS.every((column) => values[column] === "")) stored.remove();
      else stored.write(shown.uid, { ...EMPTY, ...values });
    },
  });
  const stopSession = sessionStore.subscribe(showDraft);
  showDraft(sessionStore.getState());
  return () => {
    stopDrafts();
    stopSession();
  };
}
