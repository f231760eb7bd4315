import { createSealer } from "@tallybin/identity-server/sessions/sealing";
import { SECRET } from "../support/sessions.ts";
import type { World } from "../support/world.ts";
import { type Disk, type Mode, openScene, type Row, type Scene } from "./customer.ts";

const MODES: readonly Mode[] = ["browser", "server", "bound"];

/** Everything that a thief has taken. */
type Loot = {
  idTokens: string[];
  refreshTokens: string[];
  disks: Disk[];
  rows: Row[];
  /** Codes of password mails. */
  codes: string[];
  hasSecret: boolean;
};

/**
 * A thief who uses what the loot holds. `packages/identity-server/test/binding/attacks.test.ts` has the ways around a
 * binding.
 * @returns whether one of the customer's ID tokens is good now
 */
function createThief(scene: Scene, loot: Loot) {
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

type Theft = {
  /** What is taken at the sign-in, a day before the theft. */
  before?: (scene: Scene, loot: Loot) => Promise<void>;
  /** What is taken at the time of the theft. */
  take?: (scene: Scene, loot: Loot) => Promise<void>;
};

function addDisk({ copyDisk }: Scene, loot: Loot): void {
  const disk = copyDisk();
  loot.disks.push(disk);
  loot.idTokens.push(disk.idToken);
  if (disk.refreshToken !== undefined) loot.refreshTokens.push(disk.refreshToken);
}

/** What a thief takes, by the name that the table has. */
const THEFTS: Record<string, Theft> = {
  "copied disk": { take: async (scene, loot) => addDisk(scene, loot) },
  "backup of the disk, a day old": { before: async (scene, loot) => addDisk(scene, loot) },
  "copied database": {
    async take(scene, loot) {
      loot.rows.push(...(await scene.copyRows()));
    },
  },
  "backup of the database, a day old": {
    async before(scene, loot) {
      loot.rows.push(...(await scene.copyRows()));
    },
  },
  "`SESSION_SECRET`": {
    async take(_, loot) {
      loot.hasSecret = true;
    },
  },
  "script on the page, after the sign-in": {
    async take(scene, loot) {
      loot.idTokens.push(await scene.use());
      const { refreshToken } = scene.copyDisk();
      if (refreshToken !== undefined) loot.refreshTokens.push(refreshToken);
    },
  },
  "script on the page, during the sign-in": {
    async before({ atSignIn }, loot) {
      loot.idTokens.push(atSignIn.idToken);
      loot.refreshTokens.push(atSignIn.refreshToken);
    },
  },
  "password mail, within its hour": {
    async take(scene, loot) {
      loot.codes.push(await scene.mailedCode());
    },
  },
  "password mail, used or a day old": {
    async before(scene, loot) {
      loot.codes.push(await scene.mailedCode());
    },
  },
};

const HOUR = 60;
const DAY = 24 * HOUR;
/** When a thief looks, in minutes after the theft; before each end, so that the last use gives the longest access. */
const LOOKS = [
  ...[0, 1, 5, 9.9, 10, 30, 59, HOUR, 69, 70, 90, 2 * HOUR, 12 * HOUR],
  ...[1, 2, 7, 29, 30, 58, 87, 116, 145, 174, 178, 179, 180, 181, 400].map((days) => days * DAY),
];
/** The thief still had access at the last look. */
const UNTIL_REVOKED = Number.POSITIVE_INFINITY;

/**
 * How long a thief has access, in minutes: the first look without it. The customer's browser goes on for a day before.
 */
async function durationOf(world: World, names: readonly string[], mode: Mode): Promise<number> {
  const scene = await openScene(world, mode);
  const loot: Loot = { idTokens: [], refreshTokens: [], disks: [], rows: [], codes: [], hasSecret: false };
  const thefts = names.flatMap((name) => THEFTS[name] ?? []);
  for (const { before } of thefts) await before?.(scene, loot);
  scene.passMinutes(DAY);
  await scene.use();
  for (const { take } of thefts) await take?.(scene, loot);
  const thief = createThief(scene, loot);
  // A second after each end, because statements take time under the virtual clock.
  let passed = -1 / 60;
  for (const look of LOOKS) {
    scene.passMinutes(look - passed);
    passed = look;
    if (!(await thief.hasAccess())) return look;
  }
  return UNTIL_REVOKED;
}

/** How a table says a duration. */
function durationText(minutes: number): string {
  if (minutes === 0) return "none";
  if (minutes === UNTIL_REVOKED) return "until revoked";
  return minutes < DAY ? `${minutes} minutes` : `${minutes / DAY} days`;
}

/** What is stolen alone. */
export const SINGLE_THEFTS: readonly string[] = Object.keys(THEFTS);

/** Plays one row of the table: a theft, or two together (`A and B`). */
export async function playRow(world: World, name: string): Promise<Record<Mode, number>> {
  const row = { browser: 0, server: 0, bound: 0 };
  for (const mode of MODES) row[mode] = await durationOf(world, name.split(" and "), mode);
  return row;
}

/** A row of the table. */
export const rowText = (name: string, row: Record<Mode, number>): string =>
  `| ${name} | ${MODES.map((mode) => durationText(row[mode])).join(" | ")} |`;
