import { hasPassword, type User } from "../../../account/user.ts";
import { areSessionsKept } from "../../../identity/client/account-sessions.ts";
import { SettingsRow } from "../section/settings-row.tsx";
import { rowTexts } from "../section/settings-texts.tsx";
import { SessionList } from "./session-list.tsx";
import { sessionsTexts } from "./sessions-texts.ts";

/**
 * The browsers that are signed in to the account. If browsers keep their own sessions, explains how to sign out
 * of the others.
 */
export function SessionsSection({ user }: { user: User }) {
  if (areSessionsKept())
    return (
      <SettingsRow
        id="sessions"
        title={sessionsTexts.title}
        value={sessionsTexts.browsers}
        action={rowTexts.show}
        intro={sessionsTexts.intro}
      >
        <SessionList user={user} />
      </SettingsRow>
    );
  const value = hasPassword(user) ? sessionsTexts.byPassword : sessionsTexts.byBrowser;
  return <SettingsRow id="sessions" title={sessionsTexts.title} value={value} />;
}
