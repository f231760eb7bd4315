import { hasPassword, type User } from "../../../account/user.ts";
import { areSessionsKept } from "../../../identity/client/account-sessions.ts";
import { SettingsCard } from "../section/settings-card.tsx";
import { SessionList } from "./session-list.tsx";
import { sessionsTexts } from "./sessions-texts.ts";

/**
 * The browsers that are signed in to the account. If browsers keep their own sessions, explains how to sign out
 * of the others.
 */
export function SessionsSection({ user }: { user: User }) {
  if (areSessionsKept())
    return (
      <SettingsCard id="sessions" title={sessionsTexts.title} intro={sessionsTexts.intro}>
        <SessionList user={user} />
      </SettingsCard>
    );
  const intro = hasPassword(user) ? sessionsTexts.byPassword : sessionsTexts.byBrowser;
  return (
    <SettingsCard id="sessions" title={sessionsTexts.title} intro={intro}>
      {null}
    </SettingsCard>
  );
}
