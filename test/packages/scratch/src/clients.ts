import { createIdentityClient } from "@tallybin/identity";
import { createUserDocument } from "@tallybin/user-document";
import { initializeApp } from "firebase/app";
import { connectAuthEmulator, getAuth } from "firebase/auth";
import { connectFirestoreEmulator, initializeFirestore } from "firebase/firestore";
import * as v from "valibot";

declare global {
  var localServicesWorld: string | undefined;
}

/** Replaced with the services' port. */
const PORT = 9099;
const world = globalThis.localServicesWorld;
/** The world is named by the API key if the tests set one, and otherwise by the host. */
const hostname = world === undefined ? location.hostname : "localhost";
export const origin = `http://${hostname}:${PORT}`;
export const apiKey = world ?? "demo-key";
export const projectId = world ?? "demo-project";

const app = initializeApp({ apiKey, projectId, authDomain: "localhost" });
export const auth = getAuth(app);
connectAuthEmulator(auth, origin, { disableWarnings: true });
export const documents = initializeFirestore(app, {});
connectFirestoreEmulator(documents, hostname, PORT);

export const identity = createIdentityClient({
  apiKey,
  projectId,
  localServices: origin,
});

const Profile = v.object({ name: v.optional(v.string()), email: v.optional(v.string()) });
export const documentOf = (
  uid: string,
  getIdToken: (options: { forceRefresh: boolean }) => Promise<string>,
) => createUserDocument({ url: origin, projectId, uid, schema: Profile, getIdToken });
