import { hasPassword, type User } from "../../account/user.ts";
import { areSessionsKept } from "../../identity/account-sessions.ts";
import { SessionList } from "./session-list.tsx";
import { SettingsCard } from "./settings-card.tsx";
import { sessionTexts } from "./settings-texts.ts";

const TITLE = "Where you’re signed in";

/**
 * The browsers that are signed in to the account. If browsers keep their own sessions: how to sign out of the others.
 */
export function SessionsSection({ user }: { user: User }) {
  if (areSessionsKept())
    return (
      <SettingsCard id="sessions" title={TITLE} intro={sessionTexts.intro}>
        <SessionList user={user} />
      </SettingsCard>
    );
  const intro = hasPassword(user) ? sessionTexts.byPassword : sessionTexts.byBrowser;
  return (
    <SettingsCard id="sessions" title={TITLE} intro={intro}>
      {null}
    </SettingsCard>
  );
}
