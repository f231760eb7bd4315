import { startLocalServices } from "@tallybin/local-services/http";
import { deleteApp, initializeApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";
import { expect, onTestFinished, test } from "vitest";

test("an API with firebase-admin verifies, refuses and revokes sessions of the local services", async () => {
  const { origin, services, stop } = await startLocalServices({ tokens: "unsigned" });
  onTestFinished(stop);
  process.env["FIREBASE_AUTH_EMULATOR_HOST"] = new URL(origin).host;
  const app = initializeApp({ projectId: "demo-project" });
  onTestFinished(() => deleteApp(app));
  const auth = getAuth(app);
  const { uid } = await services.scenarios.load("verified customer");
  const { idToken } = await services.issueSession(uid);
  expect((await auth.verifyIdToken(idToken)).uid).toBe(uid);
  await auth.updateUser(uid, { disabled: true });
  await expect(auth.verifyIdToken(idToken, true)).rejects.toMatchObject({ code: "auth/user-disabled" });
});
