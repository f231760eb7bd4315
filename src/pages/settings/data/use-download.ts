import { company } from "@tallybin/contract/company";
import { IdentityError } from "@tallybin/identity";
import { storedUser } from "../../../account/stored-user-store.ts";
import type { User } from "../../../account/user.ts";
import { readAccountData } from "../../../identity/client/account-data.ts";
import { useTask } from "../../../identity/state/use-task.ts";
import { now } from "../../../lib/clock.ts";
import { dataTexts } from "../section/settings-texts.tsx";

/** The browser reads the file after the click's handler has returned. */
const READ_WITHIN_MS = 60_000;

/** Saves a file to the downloads. @param type a media type */
function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS);
}

/** Saves a file with the user, the stored document, and what our server holds. A file never lacks one of them. */
export const useDownload = (user: User) =>
  useTask(async () => {
    const data = await readAccountData(user.uid);
    const stored = storedUser.get();
    if (stored.status !== "ready" || stored.uid !== user.uid) throw new IdentityError("internal-error");
    const savedAt = new Date(now()).toISOString();
    const document = stored.snapshot.exists ? stored.snapshot.data : null;
    const text = JSON.stringify({ savedAt, profile: user, document, ...data }, undefined, 2);
    saveFile(dataTexts.fileName(company.name, savedAt.slice(0, 10)), text, "application/json");
  });
