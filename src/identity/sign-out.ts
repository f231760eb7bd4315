import { forgetUnsavedText } from "../account/unsaved-text.ts";
import { withIdentity } from "./client.ts";
import { sessionStore } from "./session-store.ts";
import { signOutStore } from "./sign-out-store.ts";

/**
 * Signs the user out in every tab of this browser. A sign-out that fails, because its code is out of reach, is shown:
 * on a shared computer the user must know.
 */
export function signOut(): void {
  signOutStore.setState({ hasFailed: false });
  forgetUnsavedText();
  withIdentity()
    .then(([identity, functions]) => functions.signOut(identity))
    .catch(() => signOutStore.setState({ hasFailed: sessionStore.getState().status === "signed-in" }));
}
