import { createIdentityClient, getIdToken, memoryPersistence, signInWithPassword } from "@tallybin/identity";
import { createRestClient } from "@tallybin/local-services";
import { type LocalServicesServer, startLocalServices } from "@tallybin/local-services/http";
import { createUserDocument } from "@tallybin/user-document";
import { deleteApp, initializeApp } from "firebase/app";
import { connectAuthEmulator, getAuth, signInWithEmailAndPassword, updateProfile } from "firebase/auth";
import { connectFirestoreEmulator, doc, getDoc, getFirestore, setDoc } from "firebase/firestore/lite";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";

let server: LocalServicesServer;
beforeAll(async () => {
  server = await startLocalServices({ projectId: "demo-project" });
});
afterAll(() => server.stop());

/** Creates both clients in one world. Each uses the world's name as API key and project ID. */
const clientsIn = (world: string) => {
  const identity = createIdentityClient({
    apiKey: world,
    projectId: world,
    localServices: server.origin,
    persistence: memoryPersistence(),
  });
  const app = initializeApp({ apiKey: world, projectId: world }, world);
  const auth = getAuth(app);
  connectAuthEmulator(auth, server.origin, { disableWarnings: true });
  const documents = getFirestore(app);
  connectFirestoreEmulator(documents, "localhost", Number(new URL(server.origin).port));
  return { identity, app, auth, documents };
};

test.each(["world-1", "world-2"])(
  "our clients and Google's SDKs see the same accounts and documents of %s over HTTP",
  async (world) => {
    const { identity, app, auth, documents } = clientsIn(world);
    const {
      email,
      password = "",
      uid,
    } = await server.services.world(world).scenarios.load("verified customer");
    await signInWithPassword(identity, { email, password });
    const { user } = await signInWithEmailAndPassword(auth, email, password);
    await updateProfile(user, { displayName: `Ada of ${world}` });
    await setDoc(doc(documents, "users", uid), { name: `Ada of ${world}` });
    const document = createUserDocument({
      url: server.origin,
      projectId: world,
      uid,
      schema: v.object({ name: v.string() }),
      getIdToken: (options) => getIdToken(identity, options),
    });
    expect(await document.get()).toMatchObject({ exists: true, data: { name: `Ada of ${world}` } });
    expect((await getDoc(doc(documents, "users", uid))).data()).toEqual({ name: `Ada of ${world}` });
    expect(server.services.world(world).identity.account(uid)?.displayName).toBe(`Ada of ${world}`);
    document.dispose();
    identity.dispose();
    await deleteApp(app);
  },
);

test("the REST client names its world by the API key", async () => {
  const { signUp } = createRestClient(server.services, "world-9");
  expect((await signUp("una@example.test", "correct horse")).status).toBe(200);
  expect(server.services.world("world-9").identity.users.size).toBe(1);
  expect(server.services.identity.users.size).toBe(0);
});
