import { expect, onTestFinished, test } from "vitest";
import { startLocalServices } from "../../local-services/src/http/index.ts";
import { createTokenVerifier, InvalidTokenError, UnavailableError } from "../src/index.ts";

const HOUR_MS = 3_600_000;

async function startServices() {
  const { origin, services, stop } = await startLocalServices();
  onTestFinished(stop);
  const { uid } = await services.scenarios.load("verified customer");
  const issueToken = async () => (await services.issueSession(uid)).idToken;
  const { verifyIdToken } = createTokenVerifier({ projectId: "demo-project", localServices: origin });
  const verify = async (idToken: string) => (await verifyIdToken(idToken)).uid;
  return { services, uid, issueToken, verify, stop };
}

test("a verifier of local services refuses a token that has expired on their clock", async () => {
  const { services, uid, issueToken, verify } = await startServices();
  const idToken = await issueToken();
  expect(await verify(idToken)).toBe(uid);
  services.clock.advance(HOUR_MS + 60_000);
  await expect(verify(idToken)).rejects.toThrow(InvalidTokenError);
});

test("a verifier of local services accepts a fresh token after their clock was moved or frozen", async () => {
  const { services, uid, issueToken, verify } = await startServices();
  for (const move of [
    () => services.clock.advance(24 * HOUR_MS),
    () => services.clock.advance(-72 * HOUR_MS),
    () => services.clock.freeze(),
  ]) {
    move();
    expect(await verify(await issueToken())).toBe(uid);
  }
});

test("a verifier of local services gives no verdict once they have stopped", async () => {
  const { issueToken, verify, stop } = await startServices();
  const idToken = await issueToken();
  await stop();
  await expect(verify(idToken)).rejects.toThrow(UnavailableError);
});
