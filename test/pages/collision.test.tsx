import { IdentityError, providerCredential, signInWithCredential } from "@tallybin/identity";
import { expect, test } from "vitest";
import { identityClient } from "../../src/identity/client/client.ts";
import { notices } from "../../src/identity/state/notices.ts";
import { useCollision } from "../../src/pages/auth/sign-in.tsx";
import { answerFirst } from "./support/local.ts";
import { render, settle } from "./support/render.tsx";
import { leave, signUpAda, signUpAs, startSite } from "./support/site.tsx";

const local = startSite();
const conflict = {
  providerId: "github.com",
  email: "ada@example.com",
  oauthAccessToken: "example-access-token",
  needConfirmation: true,
  verifiedProvider: ["password"],
};

// GitHub does not vouch for the address, so a sign-in with it is a collision.
answerFirst(async (request) => {
  const isSignIn = request.url.includes("accounts:signInWithIdp");
  return isSignIn && !(await request.text()).includes('"idToken"') ? Response.json(conflict) : undefined;
});

test("a provider credential kept for one user after a collision is not linked to the next user", async () => {
  let collision: ReturnType<typeof useCollision> | undefined;
  const Page = () => {
    collision = useCollision();
    return null;
  };
  await render(<Page />);
  const client = await identityClient();
  const github = providerCredential({ providerId: "github.com", accessToken: "example-access-token" });
  const error: unknown = await signInWithCredential(client, github).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(IdentityError);
  expect(await collision?.keep(error, "github.com")).toBe(true);

  const ada = await signUpAda();
  await leave(); // another tab signs in another user before this one links
  const bob = await signUpAs("bob@example.com");
  await settle(() => collision?.link(ada.uid));

  expect(local.sent("accounts:signInWithIdp")).toEqual([]);
  expect(client.getState()).toMatchObject({
    user: { uid: bob.uid, providerData: [{ providerId: "password" }] },
  });
  expect(notices.get()).toBeUndefined();
});

test("a provider collision is kept when its form is removed, because the user may continue in another form", async () => {
  let collision: ReturnType<typeof useCollision> | undefined;
  const Page = () => {
    collision = useCollision();
    return null;
  };
  const client = await identityClient();
  const github = providerCredential({ providerId: "github.com", accessToken: "example-access-token" });
  const error: unknown = await signInWithCredential(client, github).catch((reason: unknown) => reason);
  const first = await render(<Page />);
  await settle(() => collision?.keep(error, "github.com"));
  first.remove();
  collision = undefined;

  await render(<Page />);
  expect(collision).toMatchObject({ collision: { email: "ada@example.com", provider: "github.com" } });
  const carol = await signUpAs("carol@example.com");
  const linked = local.sent("accounts:signInWithIdp").length;
  await settle(() => collision?.link(carol.uid));
  expect(local.sent("accounts:signInWithIdp"), "not linked to an account with another address").toHaveLength(
    linked,
  );
  expect(collision).toMatchObject({ collision: undefined });
});
