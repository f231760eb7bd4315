import { useEffect } from "react";
import { announceEndedSessions } from "../../../account/document-actions.ts";
import {
  accountSessions,
  endAccountSession,
  endOtherSessions,
  readAccountSessions,
} from "../../../identity/client/account-sessions.ts";
import { signOut } from "../../../identity/client/sign-out.ts";
import { useTask } from "../../../identity/state/use-task.ts";
import { useRecentSignInTask } from "../section/use-recent-sign-in-task.ts";

type Ending = { kind: "one"; id: string } | { kind: "others" };

/** One user's sessions; ends them, one request at a time. */
export function useSessions(uid: string) {
  const sessions = accountSessions.useValue();
  const reading = useTask(() => readAccountSessions(uid));
  const ending = useRecentSignInTask(uid, async (what: Ending) => {
    await (what.kind === "one" ? endAccountSession(uid, what.id) : endOtherSessions(uid));
    announceEndedSessions(uid);
  });
  const { start: read } = reading;
  useEffect(() => void read(undefined), [read]);
  return { sessions, reading, ending, signOutHere: signOut };
}
