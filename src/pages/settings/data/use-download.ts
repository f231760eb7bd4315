import { company } from "@tallybin/contract/company";
import { IdentityError } from "@tallybin/identity";
import { storedUser } from "../../../account/stored-user-store.ts";
import type { User } from "../../../account/user.ts";
import { readAccountData } from "../../../identity/client/account-data.ts";
import { now } from "../../../lib/clock.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { dataTexts } from "../section/settings-texts.tsx";
import { useRecentSignInTask } from "../section/use-recent-sign-in-task.ts";

/** Saves a file with the user, the stored document, and what our server holds. A file never lacks one of them. */
export const useDownload = (user: User) =>
  useRecentSignInTask(user.uid, async (_: undefined) => {
    const data = await readAccountData(user.uid);
    const stored = storedUser.get();
    if (stored.status !== "ready" || stored.uid !== user.uid) throw new IdentityError("internal-error");
    const savedAt = new Date(now()).toISOString();
    const document = stored.snapshot.exists ? stored.snapshot.data : null;
    const text = JSON.stringify({ savedAt, profile: user, document, ...data }, undefined, 2);
    saveFile(dataTexts.fileName(company.name, savedAt.slice(0, 10)), text, "application/json");
  });
