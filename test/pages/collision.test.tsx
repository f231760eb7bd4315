import { IdentityError, providerCredential, signInWithCredential, signUp } from "@tallybin/identity";
import { beforeAll, expect, test, vi } from "vitest";
import { siteConfig } from "../../src/config/site-config.ts";
import { identityClient, startSession } from "../../src/identity/client/client.ts";
import { signOut } from "../../src/identity/client/sign-out.ts";
import { notices } from "../../src/identity/state/notice-store.ts";
import { sessionStore } from "../../src/identity/state/session-store.ts";
import { useCollision } from "../../src/pages/auth/use-collision.ts";
import { putConfig } from "./support/config.ts";
import { stubLocalServices, until } from "./support/local.ts";
import { render, settle } from "./support/render.tsx";

const local = stubLocalServices();
const behind = globalThis.fetch;
const conflict = {
  providerId: "github.com",
  email: "ada@example.com",
  oauthAccessToken: "example-access-token",
  needConfirmation: true,
  verifiedProvider: ["password"],
};

beforeAll(() => {
  putConfig();
  startSession(siteConfig(), { eager: true });
  // GitHub does not vouch for the address, so a sign-in with it is a collision.
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input instanceof Request ? input : new URL(input, location.href), init);
    const isSignIn = request.url.includes("accounts:signInWithIdp");
    if (isSignIn && !(await request.clone().text()).includes('"idToken"')) return Response.json(conflict);
    return behind(request);
  });
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

  const ada = await signUp(client, { email: "ada@example.com", password: "correct horse" });
  // Another tab signs in another user before this one links.
  signOut();
  await until(() => expect(sessionStore.getState().status).toBe("signed-out"));
  const bob = await signUp(client, { email: "bob@example.com", password: "correct horse" });
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
  await until(() => expect(sessionStore.getState().status).toBe("signed-in"));
  signOut();
  await until(() => expect(sessionStore.getState().status).toBe("signed-out"));
  const github = providerCredential({ providerId: "github.com", accessToken: "example-access-token" });
  const error: unknown = await signInWithCredential(client, github).catch((reason: unknown) => reason);
  const first = await render(<Page />);
  await settle(() => collision?.keep(error, "github.com"));
  first.remove();
  collision = undefined;

  await render(<Page />);
  expect(collision).toMatchObject({ collision: { email: "ada@example.com", providerName: "GitHub" } });
  const carol = await signUp(client, { email: "carol@example.com", password: "correct horse" });
  const linked = local.sent("accounts:signInWithIdp").length;
  await settle(() => collision?.link(carol.uid));
  expect(local.sent("accounts:signInWithIdp"), "not linked to an account with another address").toHaveLength(
    linked,
  );
  expect(collision).toMatchObject({ collision: undefined });
});
