import { FirebaseError } from "firebase/app";
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  getAdditionalUserInfo,
  isSignInWithEmailLink,
  onAuthStateChanged,
  sendSignInLinkToEmail,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signInWithPopup,
  signOut,
  type User,
  updateProfile,
} from "firebase/auth";
import { connectFirestoreEmulator, doc, getFirestore, onSnapshot, setDoc } from "firebase/firestore";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { auth } from "./auth";

const documents = getFirestore(auth.app);
connectAuthEmulator(auth, "http://localhost:9099", { disableWarnings: true });
connectFirestoreEmulator(documents, "localhost", 9099);

/** Shows what the server has: a sign-out drops what is still on its way. */
function Note({ uid }: { uid: string }) {
  const [note, setNote] = useState("");
  useEffect(
    () =>
      onSnapshot(doc(documents, "users", uid), { includeMetadataChanges: true }, (now) => {
        if (!now.metadata.hasPendingWrites) setNote(now.data()?.["note"] ?? "");
      }),
    [uid],
  );
  return (
    <button type="button" onClick={() => setDoc(doc(documents, "users", uid), { note: `${note}+` })}>
      Note {note}
    </button>
  );
}

function App() {
  const [user, setUser] = useState<User | null>();
  const [[email, password], setFields] = useState(["", ""]);
  const [message, setMessage] = useState("");
  useEffect(() => onAuthStateChanged(auth, setUser), []);
  const act = (work: () => Promise<unknown>) => () =>
    work().catch((error) => setMessage(error instanceof FirebaseError ? error.code : "not a FirebaseError"));
  const google = async () => {
    const result = await signInWithPopup(auth, new GoogleAuthProvider());
    const { isNewUser } = getAdditionalUserInfo(result) ?? {};
    setMessage(`new: ${isNewUser}, token: ${!!GoogleAuthProvider.credentialFromResult(result)?.accessToken}`);
  };
  if (user === undefined) return "Loading …";
  if (user)
    return (
      <>
        <h1>Hello {user.displayName ?? user.email}</h1>
        <Note uid={user.uid} />
        <button
          type="button"
          onClick={act(() => updateProfile(user, { displayName: "Ada" }).then(() => user.reload()))}
        >
          Call me Ada
        </button>
        <button type="button" onClick={act(() => signOut(auth))}>
          Sign out
        </button>
        <p>{message}</p>
      </>
    );
  return (
    <>
      <input aria-label="Email" onChange={(event) => setFields([event.target.value, password])} />
      <input aria-label="Password" onChange={(event) => setFields([email, event.target.value])} />
      <button type="button" onClick={act(() => createUserWithEmailAndPassword(auth, email, password))}>
        Sign up
      </button>
      <button type="button" onClick={act(() => signInWithEmailAndPassword(auth, email, password))}>
        Sign in
      </button>
      <button
        type="button"
        onClick={act(() =>
          sendSignInLinkToEmail(auth, email, { url: location.origin, handleCodeInApp: true }),
        )}
      >
        Send a link
      </button>
      <button type="button" onClick={act(google)}>
        Google
      </button>
      <p>{message}</p>
    </>
  );
}

if (isSignInWithEmailLink(auth, location.href)) {
  await signInWithEmailLink(auth, "link@example.test", location.href);
  history.replaceState(null, "", "/");
}
createRoot(document.getElementById("root") as HTMLElement).render(<App />);
