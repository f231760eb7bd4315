import type { Happening, HistoryEntry } from "@tallybin/contract/account";
import { useEffect, useState } from "react";
import type { User } from "../../../account/user.ts";
import { Button } from "../../../components/button/button.tsx";
import { Spinner } from "../../../components/spinner/spinner.tsx";
import { formatMoment } from "../../../config/format-moment.ts";
import { signInMethodName } from "../../../config/providers.ts";
import { readHistory } from "../../../identity/client/account-data.ts";
import { areSessionsOnServer } from "../../../identity/client/account-sessions.ts";
import { nameOfDevice } from "../../../identity/methods/device-name.ts";
import { useTask } from "../../../identity/state/use-task.ts";
import { ItemList } from "../section/item-list.tsx";
import { isProofWanted, Outcome, SettingsRow } from "../section/section.tsx";
import * as styles from "../section/settings-page.css.ts";
import { historyFailureTexts, rowTexts, historyTexts as texts } from "../section/settings-texts.tsx";

/** The security events of the account; only a server that keeps sessions sees them. */
export function HistorySection({ user }: { user: User }) {
  if (!areSessionsOnServer()) return null;
  return (
    <SettingsRow id="history" texts={texts} value={texts.value} action={rowTexts.show} waits>
      <History user={user} />
    </SettingsRow>
  );
}

function eventDetailOf(event: HistoryEntry): string {
  const at = formatMoment(event.at);
  // A change that was made elsewhere, or a session that the identity service ended, has no browser that we know of.
  return event.browser === null && event.system === null ? at : texts.detail(browserNameOf(event), at);
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
          <Spinner /> {texts.loading}
        </p>
      )}
      <Outcome user={user} task={reading} texts={historyFailureTexts} />
      {progress.status !== "busy" && progress.status !== "done" && !isProofWanted(progress) && (
        <Button variant="secondary" size="sm" onClick={() => void start(undefined)} text={texts.tryAgain} />
      )}
      {events?.length === 0 && <p>{texts.empty}</p>}
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

export const browserNameOf = (device: { browser: string | null; system: string | null }): string =>
  nameOfDevice(device) ?? texts.unknownBrowser;

const UNKNOWN = { browser: null, system: null };

export function describeEvent({ kind, by = UNKNOWN, change = "changed", provider = "" }: Happening): string {
  if (kind === "ended-elsewhere") return texts.endedFrom(browserNameOf(by));
  if (kind === "provider") return texts.provider[change](signInMethodName(provider));
  const text = texts.events[kind];
  return typeof text === "string" ? text : text[change];
}
