import { createIdentityClient, getIdToken, signUp } from "@tallybin/identity";
import { expect, test } from "vitest";
import { IDENTITY_NAMESPACE } from "../../src/config/browser-names.ts";
import { siteConfig } from "../../src/config/site-config.ts";
import { readAccountSessions } from "../../src/identity/client/account-data.ts";
import { startSession } from "../../src/identity/client/client.ts";
import { putConfig } from "./support/config.ts";
import { answerFirst, pathOf, stubLocalServices } from "./support/local.ts";

stubLocalServices();
const ownCalls: string[] = [];
answerFirst((request) => {
  const path = pathOf(request);
  if (!path.startsWith("/api/")) return undefined;
  ownCalls.push(path);
  return Response.json({ status: "error" }, { status: 400 });
});

/** A session of `SESSIONS=browser`, whose page has just spent its one forced refresh. */
async function storedSession(): Promise<string> {
  const { origin } = window.location;
  const earlier = createIdentityClient({
    apiKey: "example-key",
    projectId: "demo-project",
    identityToolkitUrl: `${origin}/identitytoolkit.googleapis.com`,
    secureTokenUrl: `${origin}/securetoken.googleapis.com`,
    namespace: IDENTITY_NAMESPACE,
  });
  const { uid } = await signUp(earlier, { email: "ada@example.com", password: "correct horse" });
  await getIdToken(earlier, { forceRefresh: true });
  earlier.dispose();
  return uid;
}

test("reading the list of sessions fails without a request while the session's move to the server is postponed", async () => {
  const uid = await storedSession();
  putConfig({ sessions: "server" });
  startSession(siteConfig(), { eager: true });
  await expect(readAccountSessions(uid)).rejects.toMatchObject({ code: "too-many-requests" });
  expect(ownCalls).toEqual([]);
});
