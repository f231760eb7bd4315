import { expect, test, vi } from "vitest";
import * as compat from "../../src/compat/index.ts";
import { enrollPasskey, signInWithPasskey } from "../../src/passkey/index.ts";
import { createAuthenticator } from "../support/authenticator.ts";
import { EMAIL, open, signUp } from "./world.ts";

test("the identity client of a compat Auth enrolls a passkey and signs in with it", async () => {
  const { auth } = open({ dependencies: { client: createAuthenticator().platform } });
  const client = compat.identityClientOf(auth);
  await signUp(auth);
  await enrollPasskey(client, { name: "Laptop" });
  await compat.signOut(auth);
  const states: (string | null | undefined)[] = [];
  compat.onAuthStateChanged(auth, (user) => states.push(user?.email));
  await signInWithPasskey(client);
  await vi.waitFor(() => expect(states).toEqual([undefined, EMAIL]));
  expect(auth.currentUser?.email).toBe(EMAIL);
});
