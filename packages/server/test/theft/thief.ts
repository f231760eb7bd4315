import { createSealer } from "@tallybin/identity-server/internal";
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
  idTokens: [],
  refreshTokens: [],
  disks: [],
  rows: [],
  codes: [],
  hasSecret: false,
});

/**
 * A thief who uses what the loot holds. `packages/identity-server/test/binding/attacks.test.ts` has the ways around a
 * binding.
 * @returns whether one of the customer's ID tokens is good now
 */
export function createThief(scene: Scene, loot: Loot) {
  const { google, uid, open, openAgent } = scene;
  const password = "the thief's own words";

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
      await google.resetPassword(code, password);
      const { refreshToken } = await google.signIn(scene.email, password);
      if (refreshToken !== undefined) loot.refreshTokens.push(refreshToken);
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

  const isGood = async (idToken: string): Promise<boolean> =>
    (await google.lookup(idToken))["users"]?.[0]?.localId === uid;

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
    for (const token of loot.refreshTokens) yield (await google.refresh(token))["id_token"];
  }

  let isFirst = true;
  return {
    async hasAccess(): Promise<boolean> {
      if (isFirst) await openLoot();
      isFirst = false;
      if ((await anyOf(fromRefreshTokens())) || (await anyOf(fromDisks()))) return true;
      for (const idToken of loot.idTokens) if (await isGood(idToken)) return true;
      return false;
    },
  };
}
