import type { User } from "../../../account/user.ts";
import { Button } from "../../../components/button/button.tsx";
import { areSessionsOnServer } from "../../../identity/client/account-data.ts";
import { Outcome, SettingsRow } from "../section/section.tsx";
import { dataFailureTexts, dataTexts as texts } from "../section/settings-texts.tsx";
import { useDownload } from "./use-download.ts";

export function DataSection({ user }: { user: User }) {
  const task = useDownload(user);
  return (
    <SettingsRow
      id="data"
      texts={texts}
      value={texts.value}
      action={texts.action}
      intro={texts.introOf(areSessionsOnServer())}
    >
      <Button busy={task.isBusy} onClick={() => void task.start(undefined)} text={texts.download} />
      <Outcome user={user} task={task} texts={dataFailureTexts} saved={texts.done} />
    </SettingsRow>
  );
}
