import { initializeApp } from "firebase/app";
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  getAuth,
  signInWithEmailAndPassword,
  signOut,
} from "firebase/auth";
import {
  connectFirestoreEmulator,
  doc,
  getDocFromServer,
  getFirestore,
  onSnapshot,
  setDoc,
  setLogLevel,
} from "firebase/firestore";

declare const SERVICES: string;
declare const PROJECT: string;

setLogLevel("silent");
const app = initializeApp({
  apiKey: "any-key",
  authDomain: `${PROJECT}.firebaseapp.com`,
  projectId: PROJECT,
});
const auth = getAuth(app);
connectAuthEmulator(auth, SERVICES, { disableWarnings: true });
const firestore = getFirestore(app);
const { hostname, port } = new URL(SERVICES);
connectFirestoreEmulator(firestore, hostname, Number(port));

const own = () => doc(firestore, "users", auth.currentUser?.uid ?? "nobody");
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "allowed",
    (error: { code?: string }) => error.code ?? String(error),
  );

/** What the last `watch` was shown; "cache" marks a snapshot that the server has not confirmed. */
const shown: string[] = [];

Object.assign(globalThis, {
  shown,
  uid: () => auth.currentUser?.uid,
  token: async () => auth.currentUser?.getIdToken(),
  signUp: async (email: string, password: string) =>
    (await createUserWithEmailAndPassword(auth, email, password)).user.uid,
  signIn: async (email: string, password: string) =>
    (await signInWithEmailAndPassword(auth, email, password)).user.uid,
  signOut: () => signOut(auth),
  write: (name: string) => outcome(setDoc(own(), { name })),
  read: (uid: string) => outcome(getDocFromServer(doc(firestore, "users", uid))),
  watch: () => {
    shown.length = 0;
    onSnapshot(
      own(),
      { includeMetadataChanges: true },
      (snapshot) => shown.push(snapshot.metadata.fromCache ? "cache" : String(snapshot.get("name"))),
      ({ code }) => shown.push(code),
    );
  },
});
