import type { Happening, HistoryEntry } from "@tallybin/contract/account";
import type { SessionEntry } from "@tallybin/contract/session-list";
import { useEffect, useState } from "react";
import { announceEndedSessions } from "../../../account/document-actions.ts";
import { hasPassword, type User } from "../../../account/user.ts";
import { Button, SmallButton } from "../../../components/button/button.tsx";
import { Confirm } from "../../../components/confirm/confirm.tsx";
import { Spinner } from "../../../components/spinner/spinner.tsx";
import { formatMoment } from "../../../config/format-moment.ts";
import { signInMethodName } from "../../../config/providers.ts";
import {
  accountSessions,
  areSessionsOnServer,
  endAccountSession,
  endOtherSessions,
  readAccountSessions,
  readHistory,
} from "../../../identity/client/account-data.ts";
import { signOut } from "../../../identity/client/sign-out.ts";
import { nameOfDevice } from "../../../identity/methods/device-name.ts";
import { TaskFailure, useTask } from "../../../identity/state/use-task.tsx";
import { type Item, ItemList } from "../section/item-list.tsx";
import { isProofWanted, Outcome, SettingsRow } from "../section/section.tsx";
import * as styles from "../section/settings-page.css.ts";
import { historyTexts, rowTexts, sessionsTexts } from "../section/settings-texts.tsx";

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
      <TaskFailure progress={progress} texts={sessionsTexts.listFailures}>
        <div>
          <SmallButton onClick={() => void read(undefined)} text={sessionsTexts.tryAgain} />
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
        texts={sessionsTexts.failures}
        saved={ending.latest ? sessionsTexts.endedOne(ending.latest.name) : sessionsTexts.endedOthers}
      />
    </>
  );
}

/** The security events of the account; only a server that keeps sessions sees them. */
export function HistorySection({ user }: { user: User }) {
  if (!areSessionsOnServer()) return null;
  return (
    <SettingsRow id="history" texts={historyTexts} value={historyTexts.value} action={rowTexts.show} waits>
      <History user={user} />
    </SettingsRow>
  );
}

function eventDetailOf(event: HistoryEntry): string {
  const at = formatMoment(event.at);
  // A change that was made elsewhere, or a session that the identity service ended, has no browser that we know of.
  return event.browser === null && event.system === null ? at : historyTexts.detail(browserNameOf(event), at);
}

function History({ user }: { user: User }) {
  const [events, setEvents] = useState<readonly HistoryEntry[]>();
  const reading = useTask(async () => setEvents(await readHistory(user.uid)));
  const { start, progress } = reading;
  useEffect(() => void start(undefined), [start]);
  return (
    <>
      {progress.status === "busy" && (
        <p className={styles.preview} role="status">
          <Spinner /> {historyTexts.loading}
        </p>
      )}
      <Outcome user={user} task={reading} texts={historyTexts.failures} />
      {progress.status !== "busy" && progress.status !== "done" && !isProofWanted(progress) && (
        <SmallButton onClick={() => void start(undefined)} text={historyTexts.tryAgain} />
      )}
      {events?.length === 0 && <p>{historyTexts.empty}</p>}
      {events && (
        <ItemList
          // The list is read as a whole, and two events may be equal.
          items={events.map((event, place) => ({
            id: String(place),
            name: describeEvent(event),
            detail: eventDetailOf(event),
          }))}
        />
      )}
    </>
  );
}

const browserNameOf = (device: { browser: string | null; system: string | null }): string =>
  nameOfDevice(device) ?? historyTexts.unknownBrowser;

const UNKNOWN = { browser: null, system: null };

export function describeEvent({ kind, by = UNKNOWN, change = "changed", provider = "" }: Happening): string {
  if (kind === "ended-elsewhere") return historyTexts.endedFrom(browserNameOf(by));
  if (kind === "provider") return historyTexts.provider[change](signInMethodName(provider));
  const text = historyTexts.events[kind];
  return typeof text === "string" ? text : text[change];
}
