import { withIdentity } from "./client.ts";
import { signOutFailed } from "./sign-out-store.ts";
import { currentOwner } from "./user-state.ts";
import { forgetUserStorage } from "./user-storage.ts";

/**
 * Signs the user out in every tab of this browser. A sign-out that fails, because its code is out of reach, is shown:
 * on a shared computer the user must know.
 */
export function signOut(): void {
  const owner = currentOwner();
  signOutFailed.set(owner, false);
  forgetUserStorage();
  withIdentity()
    .then(([identity, functions]) => functions.signOut(identity))
    .catch(() => signOutFailed.set(owner, true));
}
