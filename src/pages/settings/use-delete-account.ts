import { deleteUser, getIdTokenClaims, IdentityError } from "@tallybin/identity";
import { useState } from "react";
import { deleteStoredUser } from "../../account/live-document.ts";
import { identityClient } from "../../identity/client.ts";
import { noteSignOut } from "../../identity/sign-out-request.ts";
import { TaskCanceled } from "../../identity/use-task.ts";
import { notices } from "../../shell/notice-store.ts";
import { useRecentSignInTask } from "./use-recent-sign-in-task.ts";

/** The service takes a sign-in for recent for five minutes; asked a little earlier, nothing is deleted in vain. */
const RECENT_S = 4 * 60;
const NOT_DELETED =
  "Your user data could not be deleted, so your account is still here. Please try again in a moment.";

/**
 * Deletes what is stored first, since nobody could reach it afterwards, then the account. The guard of the page then
 * leads to the sign-in page, which says so.
 */
export const useDeleteAccount = (uid: string) => {
  const [refusal, setRefusal] = useState<string>();
  const task = useRecentSignInTask(uid, async (_: undefined, owned) => {
    setRefusal(undefined);
    const identity = await identityClient();
    // Both times are the service's own: this device's clock may be anywhere.
    const { auth_time: provedAtS, iat: issuedAtS } = await getIdTokenClaims(owned(identity), {
      forceRefresh: true,
    });
    if (!(issuedAtS - Number(provedAtS) <= RECENT_S)) throw new IdentityError("requires-recent-login");
    owned(identity);
    try {
      await deleteStoredUser(uid);
    } catch {
      setRefusal(NOT_DELETED);
      throw new TaskCanceled();
    }
    noteSignOut(); // the page is left for good, and no passkey is offered at once
    await deleteUser(owned(identity));
    notices.set(undefined, { reader: "signed-out", tone: "success", text: "Your account has been deleted." });
  });
  return { task, refusal };
};
