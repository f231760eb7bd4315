import type { AccountNotice } from "@tallybin/contract/account";
import { useEffect, useState } from "react";
import { Alert } from "../components/alert/alert.tsx";
import { Button, SmallButton } from "../components/button/button.tsx";
import { formatMoment } from "../config/format-moment.ts";
import { paths } from "../config/paths.ts";
import { answerNotice, areSessionsOnServer, readNotices } from "../identity/client/account-data.ts";
import { nameOfDevice } from "../identity/methods/device-name.ts";
import { TaskFailure, useTask } from "../identity/state/use-task.tsx";
import { actions } from "../styles/layout.css.ts";
import { accountTexts, newBrowserTexts as texts } from "./account-texts.ts";
import { retryStoredUser } from "./document-actions.ts";
import { storedUser } from "./stored-user-store.ts";
import type { User } from "./user.ts";

/** Shown while the stored document cannot be read; disappears when it can. */
export function StoredDataAlert() {
  const stored = storedUser.useValue();
  const trouble = stored.status === "failed" || stored.status === "loading" ? stored.error : undefined;
  const isUnfetched = stored.status === "unfetched";
  // Without a token there was no request to the documents; the connection banner reports the sign-in outage.
  if (!isUnfetched && (trouble === undefined || trouble.code === "token-unavailable")) return null;
  return (
    <Alert tone="error">
      <p>{isUnfetched ? accountTexts.unreachable : accountTexts.unreadable}</p>
      <div>
        <Button variant="secondary" onClick={retryStoredUser} text={accountTexts.tryAgain} />
      </div>
    </Alert>
  );
}

/** New browsers of the account, if no mail could tell of them. Nothing if the server cannot be asked. */
export function NewBrowserAlerts({ user }: { user: User }) {
  const [notices, setNotices] = useState<readonly AccountNotice[]>([]);
  const [isEnded, setEnded] = useState(false);
  const { uid } = user;
  useEffect(() => {
    if (areSessionsOnServer()) readNotices(uid).then(setNotices, () => undefined);
  }, [uid]);
  const answer = useTask(async (given: { id: string; isKnown: boolean }) => {
    await answerNotice(uid, given);
    setNotices((shown) => shown.filter(({ id }) => id !== given.id));
    if (!given.isKnown) setEnded(true);
  });
  return (
    <>
      {notices.map((notice) => (
        <Alert key={notice.id} tone="notice">
          <p>{texts.found(nameOfDevice(notice) ?? texts.unknownBrowser, formatMoment(notice.at))}</p>
          <div className={actions}>
            <SmallButton
              disabled={answer.isBusy}
              onClick={() => void answer.start({ id: notice.id, isKnown: true })}
              text={texts.known}
            />
            <Button
              size="sm"
              disabled={answer.isBusy}
              onClick={() => void answer.start({ id: notice.id, isKnown: false })}
              text={texts.unknown}
            />
          </div>
        </Alert>
      ))}
      <TaskFailure progress={answer.progress} texts={{ "internal-error": texts.notDone }} />
      {isEnded && (
        <Alert tone="success" isAnswer>
          <p>{texts.ended}</p>
          <div className={actions}>
            <SmallButton href={`${paths.settings}#password`} text={texts.change} />
          </div>
        </Alert>
      )}
    </>
  );
}
