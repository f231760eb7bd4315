import { CONTACT_COLUMNS } from "@tallybin/contract/contact";
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import * as v from "valibot";
import {
  type CurrentUid,
  isKnown,
  type SessionState,
  uidOfSession,
} from "../identity/state/session-store.ts";
import { useSession } from "../identity/state/use-session.ts";
import { userStorage } from "../identity/state/user-storage.ts";
import type { Form } from "../lib/use-form.ts";
import type { ContactMessage } from "./contact-action.ts";

const EMPTY = Object.fromEntries(CONTACT_COLUMNS.map((column) => [column, ""])) as ContactMessage;
const stored = userStorage("contact-message", v.record(v.picklist(CONTACT_COLUMNS), v.string()));

/**
 * Keeps a typed message in this tab until it is sent or its user signs out, and fills in a user's address. Text that
 * was typed before the session was known stays.
 */
export function useContactDraft({ texts, typed, change }: Form<ContactMessage>): void {
  const session = useSession();
  /** Whose draft the form shows, once the session is known. An involuntary end changes no owner. */
  const shown = useRef<{ uid: CurrentUid; before: typeof texts } | undefined>(undefined);
  const showDraft = useEffectEvent((session: SessionState) => {
    const uid = uidOfSession(session);
    const isEnded = session.status === "signed-out" && session.reason !== undefined;
    if (!isKnown(session) || (shown.current && (isEnded || shown.current.uid === uid))) return;
    const present = shown.current ? EMPTY : typed();
    const kept = { ...EMPTY, ...stored.read(uid) };
    const address = session.status === "signed-in" ? session.user.email : undefined;
    const filled = { ...kept, email: kept.email || (address ?? "") };
    shown.current = { uid, before: texts };
    change(Object.fromEntries(CONTACT_COLUMNS.map((column) => [column, present[column] || filled[column]])));
  });
  useEffect(() => showDraft(session), [session]);
  // With the commit that shows the texts: a message that is shown as sent is no longer stored.
  useLayoutEffect(() => {
    if (!shown.current || texts === shown.current.before) return;
    if (CONTACT_COLUMNS.every((column) => texts[column] === "")) stored.remove();
    else stored.write(shown.current.uid, texts);
  }, [texts]);
}
