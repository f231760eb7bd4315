import { deleteUser, getIdTokenClaims, IdentityError } from "@tallybin/identity";
import { useState } from "react";
import { now } from "../../clock.ts";
import { CalledOff } from "../../identity/use-task.ts";
import { identityClient } from "../../identity.ts";
import { leaveNotice } from "../../stores/notice-store.ts";
import { deleteStoredUser } from "../../user-document.ts";
import { useProtected } from "./use-protected.ts";

/** The service takes a sign-in for recent for five minutes; asked a little earlier, nothing is deleted in vain. */
const RECENT_MS = 4 * 60_000;
const NOT_DELETED =
  "Your user data could not be deleted, so your account is still here. Please try again in a moment.";

/**
 * Deletes what is stored first, since nobody could reach it afterwards, then the account. The guard of the page then
 * leads to the sign-in page, which says so.
 */
export const useDeleteAccount = () => {
  const [refusal, setRefusal] = useState<string>();
  const task = useProtected(async () => {
    setRefusal(undefined);
    const identity = await identityClient();
    const { auth_time: provedAtS } = await getIdTokenClaims(identity);
    if (now() - provedAtS * 1000 > RECENT_MS) throw new IdentityError("requires-recent-login");
    try {
      await deleteStoredUser();
    } catch {
      setRefusal(NOT_DELETED);
      throw new CalledOff();
    }
    leaveNotice({ tone: "success", text: "Your account has been deleted." });
    try {
      await deleteUser(identity);
    } catch (error) {
      leaveNotice(undefined);
      throw error;
    }
  });
  return { task, refusal };
};
