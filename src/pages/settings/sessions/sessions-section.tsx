import type { SessionEntry } from "@tallybin/contract/session-list";
import { useState } from "react";
import { hasPassword, type User } from "../../../account/user.ts";
import { Button } from "../../../components/button/button.tsx";
import { Confirm } from "../../../components/confirm/confirm.tsx";
import { Spinner } from "../../../components/spinner/spinner.tsx";
import { formatMoment } from "../../../config/format-moment.ts";
import { areSessionsOnServer } from "../../../identity/client/account-sessions.ts";
import { TaskFailure } from "../../../identity/state/task-failure.tsx";
import { browserNameOf } from "../history/describe-event.ts";
import { type Item, ItemList } from "../section/item-list.tsx";
import { Outcome } from "../section/outcome.tsx";
import * as styles from "../section/settings-page.css.ts";
import { SettingsRow } from "../section/settings-row.tsx";
import {
  rowTexts,
  sessionFailureTexts,
  sessionListTexts,
  sessionsTexts,
} from "../section/settings-texts.tsx";
import { useSessions } from "./use-sessions.ts";

/**
 * The browsers that are signed in to the account. If browsers keep their own sessions, explains how to sign out
 * of the others.
 */
export function SessionsSection({ user }: { user: User }) {
  if (areSessionsOnServer())
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

function sessionDetailOf({ current, createdAt, lastUsedAt, bound }: SessionEntry): string {
  const since = formatMoment(createdAt);
  const detail = current
    ? sessionsTexts.thisDevice(since)
    : sessionsTexts.otherDevice(formatMoment(lastUsedAt), since);
  return bound ? sessionsTexts.bound(detail) : detail;
}

/** This device first, the others by last use. */
function SessionList({ user }: { user: User }) {
  const { sessions, reading, ending, signOutHere } = useSessions(user.uid);
  const [isQuestionOpen, setQuestionOpen] = useState(false);
  const [ended, setEnded] = useState("");
  const { progress } = reading;
  const isBusy = ending.progress.status === "busy";
  const sessionItemOf = (session: SessionEntry): Item => {
    const name = browserNameOf(session);
    const endOne = () => {
      setEnded(sessionsTexts.endedOne(name));
      void ending.start({ kind: "one", id: session.id });
    };
    return {
      id: session.id,
      name,
      detail: sessionDetailOf(session),
      action: {
        text: sessionsTexts.signOut,
        label: session.current ? sessionsTexts.signOutHere : sessionsTexts.signOutOf(name),
        run: session.current ? signOutHere : endOne,
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
          <Button variant="secondary" size="sm" onClick={() => void reading.start(undefined)}>
            {sessionsTexts.tryAgain}
          </Button>
        </div>
      </TaskFailure>
      {sessions && <ItemList items={sessions.map(sessionItemOf)} busy={isBusy} />}
      {sessions && sessions.length > 1 && !isQuestionOpen && (
        <div>
          <Button variant="secondary" busy={isBusy} onClick={() => setQuestionOpen(true)}>
            {sessionsTexts.signOutOthers}
          </Button>
        </div>
      )}
      {isQuestionOpen && (
        <Confirm
          question={sessionsTexts.question}
          yes={sessionsTexts.signOutOthers}
          no={sessionsTexts.cancel}
          busy={isBusy}
          onYes={() => {
            setQuestionOpen(false);
            setEnded(sessionsTexts.endedOthers);
            void ending.start({ kind: "others" });
          }}
          onNo={() => setQuestionOpen(false)}
        />
      )}
      <Outcome user={user} task={ending} texts={sessionFailureTexts} saved={ended} />
    </>
  );
}
