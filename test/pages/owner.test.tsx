import { createIdentityClient, signOut, signUp, updateProfile } from "@tallybin/identity";
import { expect, test } from "vitest";
import { ownedBy } from "../../src/identity/client/owner.ts";
import { stubLocalServices } from "./support/local.ts";

stubLocalServices();
const newClient = () =>
  createIdentityClient({
    apiKey: "example-key",
    projectId: "demo-project",
    identityToolkitUrl: "/identitytoolkit.googleapis.com",
    secureTokenUrl: "/securetoken.googleapis.com",
  });
const ada = { email: "ada@example.com", password: "correct horse" };

test("before the first storage read, a task may change the account of its own user but not of another user", async () => {
  const { uid } = await signUp(newClient(), ada);
  const starting = newClient();
  expect(starting.getState().status).toBe("unknown");
  await updateProfile(ownedBy(uid)(starting), { displayName: "Ada" });
  expect(starting.getState()).toMatchObject({ user: { displayName: "Ada" } });
  const another = newClient();
  await expect(updateProfile(ownedBy("bob")(another), { displayName: "Bob" })).rejects.toMatchObject({
    code: "session-changed",
  });
});

test("a task refuses to change the account after its user signed out", async () => {
  const client = newClient();
  const { uid } = await signUp(client, { ...ada, email: "grace@example.com" });
  await signOut(client);
  expect(() => ownedBy(uid)(client)).toThrow(expect.objectContaining({ code: "session-changed" }));
});
