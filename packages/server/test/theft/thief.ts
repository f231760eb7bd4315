import { createSealer } from "@tallybin/identity-server/internal";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { createChallenges } from "../../../identity-server/src/binding/challenges.ts";
import { SECRET } from "../support/sessions.ts";
import type { Disk, Row, Scene } from "./customer.ts";

/** Everything that a thief has taken. */
export type Loot = {
  idTokens: string[];
  refreshTokens: string[];
  disks: Disk[];
  rows: Row[];
  /** Codes of password mails. */
  codes: string[];
  hasSecret: boolean;
};

export const emptyLoot = (): Loot => ({
  ...{ idTokens: [], refreshTokens: [], disks: [], rows: [], codes: [], hasSecret: false },
});

const cookieOf = (name: string, value: string): string => `__Host-${name}=${value}`;
const shortNameOf = (id: string): string => `bound-${id.slice(0, 8)}`;

/** A thief who tries everything that the loot allows. @returns whether one of the customer's ID tokens is good now */
export function createThief(scene: Scene, loot: Loot) {
  const { google, reach, uid, open, openAgent } = scene;
  const password = "the thief's own words";

  /** The page's call for an ID token, with these cookies. */
  async function askServer(cookie: string, session: string): Promise<string | undefined> {
    const browser = open();
    Object.assign(browser.state, { cookie, session });
    return (await browser.exchange()).id_token;
  }

  /** Tokens that the loot holds in another form. */
  async function openLoot(): Promise<void> {
    const sealer = createSealer([loot.hasSecret ? SECRET : "a-secret-that-the-thief-has-guessed-wrong"]);
    for (const { id, refresh_token } of loot.rows) {
      loot.refreshTokens.push(refresh_token);
      try {
        loot.refreshTokens.push(await sealer.open(refresh_token, { id, column: "refresh_token" }));
      } catch {
        // Without the secret, the row is no use.
      }
    }
    for (const code of loot.codes) {
      await google.reset(code, password);
      await google.signIn(scene.email, password).then(
        ({ refreshToken }) => loot.refreshTokens.push(refreshToken),
        () => undefined,
      );
    }
  }

  /** The copied browser as it is: with its cookies, and without its key. */
  async function* fromDisks(): AsyncGenerator<string | undefined> {
    for (const { agent, cookie, session } of loot.disks) {
      const browser = open(openAgent(agent));
      Object.assign(browser.state, { cookie, session });
      yield (await browser.exchange()).id_token;
    }
  }

  /** Ways around the binding, and around the secret of the long cookie. */
  async function* around(): AsyncGenerator<string | undefined> {
    const challenges = createChallenges([
      loot.hasSecret ? SECRET : "a-secret-that-the-thief-has-guessed-wrong",
    ]);
    for (const { id, secret_hash } of loot.rows) yield askServer(cookieOf("session", secret_hash), id);
    for (const { cookie, session, agent } of loot.disks) {
      const short = (value: string): string => `${cookie}; ${cookieOf(shortNameOf(session), value)}`;
      for (const { proof_hash } of loot.rows) yield askServer(short(proof_hash ?? ""), session);
      // A key of the thief's, with a challenge that only the server's secret makes.
      const { publicKey, privateKey } = await generateKeyPair("ES256");
      const jwk = await exportJWK(publicKey);
      const sign = (challenge: string, header: object) =>
        new SignJWT({ jti: challenge })
          .setProtectedHeader({ alg: "ES256", typ: "dbsc+jwt", ...header })
          .sign(privateKey);
      const time = scene.services.clock.now();
      const first = challenges.issue("registration", { id: session, key: "" }, time);
      const keys = loot.rows.map(({ bound_key }) => bound_key ?? "");
      const later = [...keys, JSON.stringify(jwk)].map((key) =>
        challenges.issue("refresh", { id: session, key }, time),
      );
      const attempts: [path: string, jwt: string][] = [["binding", await sign(first, { jwk })]];
      for (const challenge of later) attempts.push(["proof", await sign(challenge, {})]);
      for (const [path, jwt] of attempts) {
        const headers = {
          cookie,
          "secure-session-response": `"${jwt}"`,
          "sec-secure-session-id": `"${session}"`,
        };
        const response = await reach(`/api/session/${path}`, { method: "POST", headers });
        const set = response.headers
          .getSetCookie()
          .find((each) => each.startsWith(cookieOf("bound-", "").slice(0, -1)));
        if (set !== undefined) yield askServer(`${cookie}; ${set.split(";")[0]}`, session);
      }
      // A sign-in of the thief's own account replaces the session and opens it.
      const own = await google.signUp(`thief-${crypto.randomUUID()}@example.com`, password);
      const browser = open(openAgent(agent));
      Object.assign(browser.state, { cookie, session });
      await browser.handOver(own);
      yield askServer(browser.state.cookie, session);
      yield askServer(`${browser.state.cookie}; ${short("")}`, session);
      const released = await reach("/api/session/release", {
        method: "POST",
        headers: { cookie, "x-session": session, origin: "https://www.tallybin.example" },
      });
      if (released.ok)
        loot.refreshTokens.push(
          String(((await released.json()) as { refresh_token: unknown }).refresh_token),
        );
    }
  }

  const isGood = async (idToken: string): Promise<boolean> => (await google.ownerOf(idToken)) === uid;

  async function anyOf(tokens: AsyncIterable<string | undefined>): Promise<boolean> {
    let found = false;
    for await (const token of tokens) {
      if (token === undefined || !(await isGood(token))) continue;
      loot.idTokens.unshift(token);
      found = true;
    }
    return found;
  }

  async function* fromRefreshTokens(): AsyncGenerator<string | undefined> {
    for (const token of loot.refreshTokens) yield google.exchange(token);
  }

  let isFirst = true;
  return {
    async hasAccess(): Promise<boolean> {
      if (isFirst) await openLoot();
      const found = (await anyOf(fromRefreshTokens())) || (await anyOf(fromDisks()));
      const foundAround = isFirst || !found ? await anyOf(around()) : false;
      isFirst = false;
      if (found || foundAround) return true;
      for (const idToken of loot.idTokens) if (await isGood(idToken)) return true;
      return false;
    },
  };
}
