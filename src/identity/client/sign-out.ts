import { notices } from "../state/notices.ts";
import { currentUid } from "../state/session-store.ts";
import { noteSignOut } from "../state/sign-out-request.ts";
import { userState } from "../state/user-state.ts";
import { forgetUserStorage } from "../state/user-storage.ts";
import { importClientCode, withIdentity } from "./client.ts";
import { signOutTexts } from "./sign-out-texts.ts";

export const signOutFailed = userState<boolean>(false);

/**
 * Signs the user out in every tab of this browser; the next page confirms the sign-out. A failed sign-out is shown,
 * because on a shared computer the user must know.
 */
export function signOut(): void {
  const uid = currentUid();
  noteSignOut();
  signOutFailed.set(uid, false);
  forgetUserStorage();
  withIdentity(importClientCode)
    .then(([identity, functions]) => functions.signOut(identity))
    .then(() =>
      notices.set(undefined, { reader: "signed-out", tone: "success", text: signOutTexts.signedOut }),
    )
    .catch(() => signOutFailed.set(uid, true));
}
