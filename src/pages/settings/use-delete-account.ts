import { deleteUser } from "@tallybin/identity";
import { identityClient } from "../../identity.ts";
import { leaveNotice } from "../../stores/notice-store.ts";
import { useProtected } from "./use-protected.ts";

/** Deletes the account. The guard of the page then leads to the sign-in page, which says so. */
export const useDeleteAccount = () =>
  useProtected(async () => {
    const identity = await identityClient();
    leaveNotice({ tone: "success", text: "Your account has been deleted." });
    try {
      await deleteUser(identity);
    } catch (error) {
      leaveNotice(undefined);
      throw error;
    }
  });
