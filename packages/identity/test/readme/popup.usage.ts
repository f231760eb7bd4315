import { type IdentityClient, isIdentityError, signInWithPopup } from "@tallybin/identity";

/** Call it in the click's handler, before any `await`: browsers block a popup that opens later. */
export function signInWithGoogle(
  identity: IdentityClient,
  showCancel: () => void,
  explain: (error: unknown) => void,
): () => void {
  const cancel = new AbortController();
  signInWithPopup(identity, "google.com", {
    signal: cancel.signal,
    onSevered: showCancel, // the browser has isolated the popup, so that its end may go unnoticed
    onLate: (outcome) => outcome.catch(explain), // the answer came after the popup counted as closed
  }).catch((error: unknown) => {
    const isQuiet = isIdentityError(error) && error.code === "cancelled-popup-request";
    if (!isQuiet) explain(error);
  });
  return () => cancel.abort();
}
