import type { SessionEntry } from "@tallybin/contract/session-list";
import { useEffect, useState } from "react";
import { announceEndedSessions } from "../../../account/document-actions.ts";
import { hasPassword, type User } from "../../../account/user.ts";
import { Button } from "../../../components/button/button.tsx";
import { Confirm } from "../../../components/confirm/confirm.tsx";
import { Spinner } from "../../../components/spinner/spinner.tsx";
import { formatMoment } from "../../../config/format-moment.ts";
import {
  accountSessions,
  areSessionsOnServer,
  endAccountSession,
  endOtherSessions,
  readAccountSessions,
} from "../../../identity/client/account-sessions.ts";
import { signOut } from "../../../identity/client/sign-out.ts";
import { TaskFailure } from "../../../identity/state/task-failure.tsx";
import { useTask } from "../../../identity/state/use-task.ts";
import { browserNameOf } from "../history/history-section.tsx";
import { type Item, ItemList } from "../section/item-list.tsx";
import { Outcome, SettingsRow } from "../section/section.tsx";
import * as styles from "../section/settings-page.css.ts";
import {
  rowTexts,
  sessionFailureTexts,
  sessionListTexts,
  sessionsTexts,
} from "../section/settings-texts.tsx";

/** One other session, or all of them. */
type Ending = { id: string; name: string } | undefined;

/** The browsers that are signed in; if they keep their own sessions, how to sign out of the others. */
export function SessionsSection({ user }: { user: User }) {
  if (areSessionsOnServer())
    return (
      <SettingsRow id="sessions" texts={sessionsTexts} value={sessionsTexts.browsers} action={rowTexts.show}>
        <SessionList user={user} />
      </SettingsRow>
    );
  const value = hasPassword(user) ? sessionsTexts.byPassword : sessionsTexts.byBrowser;
  return <SettingsRow id="sessions" texts={sessionsTexts} value={value} />;
}

function sessionDetailOf({ current, createdAt, lastUsedAt, bound }: SessionEntry): string {
  const since = formatMoment(createdAt);
  const detail = current
    ? sessionsTexts.thisDevice(since)
    : sessionsTexts.otherDevice(formatMoment(lastUsedAt), since);
  return bound ? sessionsTexts.bound(detail) : detail;
}

/** This device first, the others by last use. */
function SessionList({ user }: { user: User }) {
  const { uid } = user;
  const sessions = accountSessions.useValue();
  const reading = useTask(() => readAccountSessions(uid));
  const ending = useTask(async (one: Ending) => {
    await (one ? endAccountSession(uid, one.id) : endOtherSessions(uid));
    announceEndedSessions(uid);
  });
  const { start: read, progress } = reading;
  useEffect(() => void read(undefined), [read]);
  const [isQuestionOpen, setQuestionOpen] = useState(false);
  const sessionItemOf = (session: SessionEntry): Item => {
    const name = browserNameOf(session);
    const { id } = session;
    return {
      id,
      name,
      detail: sessionDetailOf(session),
      action: {
        text: sessionsTexts.signOut,
        label: session.current ? sessionsTexts.signOutHere : sessionsTexts.signOutOf(name),
        run: session.current ? signOut : () => void ending.start({ id, name }),
      },
    };
  };
  return (
    <>
      {sessions === undefined && progress.status !== "failed" && (
        <p className={styles.preview} role="status">
          <Spinner /> {sessionsTexts.loading}
        </p>
      )}
      <TaskFailure progress={progress} texts={sessionListTexts}>
        <div>
          <Button
            variant="secondary"
            size="sm"
            onClick={() => void read(undefined)}
            text={sessionsTexts.tryAgain}
          />
        </div>
      </TaskFailure>
      {sessions && <ItemList items={sessions.map(sessionItemOf)} busy={ending.isBusy} />}
      {sessions && sessions.length > 1 && !isQuestionOpen && (
        <Button
          variant="secondary"
          busy={ending.isBusy}
          onClick={() => setQuestionOpen(true)}
          text={sessionsTexts.signOutOthers}
        />
      )}
      {isQuestionOpen && (
        <Confirm
          question={sessionsTexts.question}
          yes={sessionsTexts.signOutOthers}
          no={sessionsTexts.cancel}
          busy={ending.isBusy}
          onYes={() => {
            setQuestionOpen(false);
            void ending.start(undefined);
          }}
          onNo={() => setQuestionOpen(false)}
        />
      )}
      <Outcome
        user={user}
        task={ending}
        texts={sessionFailureTexts}
        saved={ending.latest ? sessionsTexts.endedOne(ending.latest.name) : sessionsTexts.endedOthers}
      />
    </>
  );
}
