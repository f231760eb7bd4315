import { company } from "@tallybin/contract/company";
import { IdentityError } from "@tallybin/identity";
import { storedUser } from "../../../account/stored-user-store.ts";
import type { User } from "../../../account/user.ts";
import { Button } from "../../../components/button/button.tsx";
import { areSessionsOnServer, readAccountData } from "../../../identity/client/account-data.ts";
import { useTask } from "../../../identity/state/use-task.tsx";
import { now } from "../../../lib/clock.ts";
import { Outcome, SettingsRow } from "../section/section.tsx";
import { dataTexts as texts } from "../section/settings-texts.tsx";

export function DataSection({ user }: { user: User }) {
  // The file has the user, the stored document, and what our server holds. It never lacks one of them.
  const task = useTask(async () => {
    const data = await readAccountData(user.uid);
    const stored = storedUser.get();
    if (stored.status !== "ready" || stored.uid !== user.uid) throw new IdentityError("internal-error");
    const savedAt = new Date(now()).toISOString();
    const document = stored.snapshot.exists ? stored.snapshot.data : null;
    const text = JSON.stringify({ savedAt, profile: user, document, ...data }, undefined, 2);
    saveFile(texts.fileName(company.name, savedAt.slice(0, 10)), text);
  });
  return (
    <SettingsRow
      id="data"
      texts={texts}
      value={texts.value}
      action={texts.action}
      intro={texts.introOf(areSessionsOnServer())}
    >
      <Button busy={task.isBusy} onClick={() => void task.start(undefined)} text={texts.download} />
      <Outcome user={user} task={task} texts={texts.failures} saved={texts.done} />
    </SettingsRow>
  );
}

/** The browser reads the file after the click's handler has returned. */
const READ_WITHIN_MS = 60_000;

/** Saves a file of JSON to the downloads. */
function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS);
}
