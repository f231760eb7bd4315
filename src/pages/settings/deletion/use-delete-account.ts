import { deleteUser, getIdTokenClaims, IdentityError } from "@tallybin/identity";
import { useState } from "react";
import { deleteStoredUser } from "../../../account/live-document.ts";
import { identityClient } from "../../../identity/client/client.ts";
import { notices } from "../../../identity/state/notice-store.ts";
import { noteSignOut } from "../../../identity/state/sign-out-request.ts";
import { TaskCanceled } from "../../../identity/state/use-task.ts";
import { settingsTexts } from "../section/settings-texts.tsx";
import { useRecentSignInTask } from "../section/use-recent-sign-in-task.ts";

/**
 * The service counts a sign-in as recent for five minutes. Asking slightly earlier avoids deleting the document in
 * vain.
 */
const RECENT_S = 4 * 60;

/**
 * Deletes the stored document first, because without the account it could not be deleted, and then the account.
 * The page's guard then opens the sign-in page, which confirms the deletion.
 */
export const useDeleteAccount = (uid: string) => {
  const [refusal, setRefusal] = useState<string>();
  const task = useRecentSignInTask(uid, async (_: undefined, owned) => {
    setRefusal(undefined);
    const identity = await identityClient();
    // Both times come from the service, because this device's clock may be wrong.
    const { auth_time: provedAtS, iat: issuedAtS } = await getIdTokenClaims(owned(identity), {
      forceRefresh: true,
    });
    if (!(issuedAtS - Number(provedAtS) <= RECENT_S)) throw new IdentityError("requires-recent-login");
    owned(identity);
    try {
      await deleteStoredUser(uid);
    } catch {
      setRefusal(settingsTexts.deletion.failed);
      throw new TaskCanceled();
    }
    noteSignOut(); // the user leaves the page permanently, and gets no immediate passkey prompt
    await deleteUser(owned(identity));
    notices.set(undefined, { reader: "signed-out", tone: "success", text: settingsTexts.deletion.deleted });
  });
  return { task, refusal };
};
