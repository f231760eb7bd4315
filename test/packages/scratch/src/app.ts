import * as identityFunctions from "@tallybin/identity";
import * as authFunctions from "firebase/auth";
import * as firestoreFunctions from "firebase/firestore";
import { auth, documentOf, documents, identity } from "./clients.ts";

/** Shows the user of either client, and lets the tests act like a page's own code. */
const show = (id: string, text: string) => {
  const place = document.getElementById(id);
  if (place) place.textContent = text;
};
const showOurs = () => {
  const state = identity.getState();
  show("ours", state.status === "signed-in" ? `ours: ${state.user.email}` : `ours: ${state.status}`);
};
identity.subscribe(showOurs);
showOurs();
authFunctions.onAuthStateChanged(auth, (user) => show("google", `google: ${user?.email ?? "signed-out"}`));
document.querySelector("button")?.addEventListener("click", () => {
  authFunctions.signInWithPopup(auth, new authFunctions.GoogleAuthProvider());
});

const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => "ok",
    (error: { code?: string }) => error.code ?? String(error),
  );

export const page = {
  refreshOurs: () => codeOf(identityFunctions.getIdToken(identity, { forceRefresh: true })),
  refreshGoogle: () => codeOf(auth.currentUser?.getIdToken(true) ?? Promise.reject(new Error("signed out"))),
  reloadGoogle: () => codeOf(auth.currentUser?.reload() ?? Promise.reject(new Error("signed out"))),
  mailReset: (email: string) => codeOf(authFunctions.sendPasswordResetEmail(auth, email)),
  /** The name in the user document, from our stream and from Google's WebChannel. */
  watchNames: async () => {
    const user = auth.currentUser;
    if (!user) throw new Error("signed out");
    const names: string[] = [];
    const ours = documentOf(user.uid, (options) => identityFunctions.getIdToken(identity, options));
    ours.watch((state) => {
      if (state.status === "ready" && state.snapshot.exists) names.push(`ours ${state.snapshot.data.name}`);
    });
    firestoreFunctions.onSnapshot(firestoreFunctions.doc(documents, "users", user.uid), (snapshot) => {
      names.push(`google ${snapshot.data()?.["name"]}`);
    });
    Object.assign(globalThis, { names });
    return ours;
  },
  saveName: (name: string) => {
    const uid = auth.currentUser?.uid ?? "";
    return codeOf(
      firestoreFunctions.setDoc(firestoreFunctions.doc(documents, "users", uid), { name }, { merge: true }),
    );
  },
};
Object.assign(globalThis, { page });
