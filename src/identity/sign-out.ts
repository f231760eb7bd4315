import { withIdentity } from "./client.ts";
import { noteSignOut } from "./sign-out-request.ts";
import { signOutFailed } from "./sign-out-store.ts";
import { currentUid } from "./user-state.ts";
import { forgetUserStorage } from "./user-storage.ts";

/**
 * Signs the user out in every tab of this browser. A sign-out that fails, because its code is out of reach, is shown:
 * on a shared computer the user must know.
 */
export function signOut(): void {
  const uid = currentUid();
  noteSignOut();
  signOutFailed.set(uid, false);
  forgetUserStorage();
  withIdentity()
    .then(([identity, functions]) => functions.signOut(identity))
    .catch(() => signOutFailed.set(uid, true));
}
