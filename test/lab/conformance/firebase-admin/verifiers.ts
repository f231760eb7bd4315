import type { AppCheck } from "firebase-admin/app-check";
import type { Auth } from "firebase-admin/auth";
import type { LocalServices } from "../../../../mocks/local-services.ts";
import type { RestClient } from "../../../../mocks/rest-client.ts";

/** A server of production, which verifies signatures with the keys of Google's hosts. */
export type Production = { auth: Auth; appCheck: AppCheck; services: LocalServices; client: RestClient };

/** A flow throws, unless the server decides as it should. */
export type Verification = { name: string; run(world: Production): Promise<void> };

const signIn = async ({ services, client }: Production) => {
  const { email, password } = await services.scenarios.load("verified customer");
  return client.signIn(email, password);
};
const refuses = async (work: Promise<unknown>, code: string): Promise<void> => {
  const found = await work.then(
    () => "accepted",
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
  if (found !== `auth/${code}`) throw new Error(`${found} instead of auth/${code}`);
};

/** What production's verifier does with tokens of the local services. */
export const verifications: Verification[] = [
  {
    name: "verifyIdToken accepts a signed ID token",
    run: async (world) => {
      const { idToken, localId } = await signIn(world);
      const { uid, aud } = await world.auth.verifyIdToken(idToken, true);
      if (uid !== localId || aud !== world.services.projectId) throw new Error(`${uid} of ${aud}`);
    },
  },
  {
    name: "verifyIdToken refuses changed, unsigned, retired, expired and revoked ID tokens",
    run: async (world) => {
      const { auth, services, client } = world;
      const { idToken } = await signIn(world);
      const [header, , signature] = String(idToken).split(".");
      const claims = Buffer.from(JSON.stringify({ sub: "someone-else" })).toString("base64url");
      await refuses(auth.verifyIdToken(`${header}.${claims}.${signature}`), "argument-error");
      services.identity.settings.tokens = "unsigned";
      const unsigned = await client.signUp("bea@example.test", "correct horse");
      await refuses(auth.verifyIdToken(unsigned["idToken"]), "argument-error");
      await services.keys.rotate({ retire: true });
      await refuses(auth.verifyIdToken(idToken), "argument-error");

      await services.scenarios.load("fresh");
      services.clock.advance(-10_000);
      const revoked = await client.signUp("dora@example.test", "correct horse");
      await auth.revokeRefreshTokens(revoked["localId"]);
      await refuses(auth.verifyIdToken(revoked["idToken"], true), "id-token-revoked");
      services.clock.advance(-7_200_000);
      const expired = await client.signUp("cleo@example.test", "correct horse");
      await refuses(auth.verifyIdToken(expired["idToken"]), "id-token-expired");
    },
  },
  {
    name: "verifySessionCookie accepts a session cookie, and refuses it for a disabled account",
    run: async (world) => {
      const { auth } = world;
      const { idToken, localId } = await signIn(world);
      const cookie = await auth.createSessionCookie(idToken, { expiresIn: 3_600_000 });
      if ((await auth.verifySessionCookie(cookie, true)).uid !== localId) throw new Error("another account");
      await auth.updateUser(localId, { disabled: true });
      await refuses(auth.verifySessionCookie(cookie, true), "user-disabled");
    },
  },
  {
    name: "verifyToken of App Check accepts a token of App Check",
    run: async ({ appCheck, services }) => {
      const { token } = await services.issueAppCheckToken();
      if ((await appCheck.verifyToken(token)).appId !== "1:12345:web:local") throw new Error("another app");
    },
  },
];
