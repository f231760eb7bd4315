import { notices } from "../shell/notice-store.ts";
import { withIdentity } from "./client.ts";
import { identityTexts } from "./identity-texts.ts";
import { noteSignOut } from "./sign-out-request.ts";
import { signOutFailed } from "./sign-out-store.ts";
import { currentUid } from "./user-state.ts";
import { forgetUserStorage } from "./user-storage.ts";

/**
 * Signs the user out in every tab of this browser; the next page confirms it. A failed sign-out is shown, because on
 * a shared computer the user must know.
 */
export function signOut(): void {
  const uid = currentUid();
  noteSignOut();
  signOutFailed.set(uid, false);
  forgetUserStorage();
  withIdentity()
    .then(([identity, functions]) => functions.signOut(identity))
    .then(() =>
      notices.set(undefined, { reader: "signed-out", tone: "success", text: identityTexts.signedOut }),
    )
    .catch(() => signOutFailed.set(uid, true));
}
