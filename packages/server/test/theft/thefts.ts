import { ENVIRONMENT } from "../support/environment.ts";
import type { World } from "../support/world.ts";
import { type Mode, openScene, type Scene } from "./customer.ts";
import { createThief, emptyLoot, type Loot } from "./thief.ts";

const MODES: readonly Mode[] = ["browser", "server", "bound"];

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

/** Whether an exit of the server answers a request with these headers, which a thief sends. */
type Exit = (scene: Scene, headers: Record<string, string>) => Promise<boolean>;

const answers =
  (method: string, path: string, by: "reach" | "reachReleasing" = "reach"): Exit =>
  async (scene, headers) => {
    const body = method === "POST" ? { body: "{}" } : {};
    return (await scene[by](path, { method, headers, ...body })).ok;
  };
const requestWith = (headers: Record<string, string>): Request =>
  new Request(ENVIRONMENT.ORIGIN, { headers });

/** Everything that a session's cookie gets out of the server. */
const EXITS: Record<string, Exit> = {
  "`POST /api/session/token`": answers("POST", "/api/session/token"),
  "`GET /api/sessions`": answers("GET", "/api/sessions"),
  "`DELETE /api/sessions?others`": answers("DELETE", "/api/sessions?others"),
  "`POST /api/session/release`": answers("POST", "/api/session/release", "reachReleasing"),
  "`getSession`": async ({ handlers }, headers) =>
    (await handlers?.getSession(requestWith(headers))) !== undefined,
  "`getIdToken`": async ({ handlers }, headers) =>
    (await handlers?.getIdToken(requestWith(headers))) !== undefined,
};

/** A thief with the copied disk who uses one exit, with every cookie of the disk. */
function createExitThief(scene: Scene, exit: Exit) {
  const { cookie, session, agent } = scene.copyDisk();
  const short = [...(agent?.jar ?? [])].map(([name, { value }]) => `${name}=${value}`);
  const headers = {
    cookie: [cookie, ...short].join("; "),
    "x-session": session,
    origin: ENVIRONMENT.ORIGIN,
    "content-type": "application/json",
  };
  return { hasAccess: () => exit(scene, headers) };
}

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
 * @param exit the only exit that the thief uses, with a copied disk
 */
async function durationOf(world: World, names: readonly string[], mode: Mode, exit?: Exit): Promise<number> {
  const scene = await openScene(world, mode);
  const loot = emptyLoot();
  const thefts = names.flatMap((name) => THEFTS[name] ?? []);
  for (const { before } of thefts) await before?.(scene, loot);
  scene.passMinutes(DAY);
  await scene.use();
  for (const { take } of thefts) await take?.(scene, loot);
  const thief = exit ? createExitThief(scene, exit) : createThief(scene, loot);
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
export function durationText(minutes: number): string {
  if (minutes === 0) return "none";
  if (minutes === UNTIL_REVOKED) return "until revoked";
  return minutes < DAY ? `${minutes} minutes` : `${minutes / DAY} days`;
}

/** How long each mode gives access. */
type Row = Record<Mode, number>;
export type Durations = Record<string, Row>;

const exitRowOf = (exit: string): string => `copied disk, through ${exit} alone`;
/** The rows of each theft alone, and of each exit. */
export const SINGLE_ROWS: readonly string[] = [...Object.keys(THEFTS), ...Object.keys(EXITS).map(exitRowOf)];

/** Plays one row of the table: a theft, two together (`A and B`), or the copied disk through one exit. */
export async function playRow(world: World, name: string): Promise<Row> {
  const [, exit] = Object.entries(EXITS).find(([each]) => exitRowOf(each) === name) ?? [];
  const thefts = exit ? [] : name.split(" and ");
  const row = { browser: 0, server: 0, bound: 0 };
  for (const mode of MODES)
    row[mode] = exit && mode === "browser" ? 0 : await durationOf(world, thefts, mode, exit);
  return row;
}

/** The durations of each theft, of each pair that gives more than both of its parts, and of each exit. */
export async function playThefts(world: World): Promise<{ durations: Durations; pairs: number }> {
  const names = Object.keys(THEFTS);
  const durations: Durations = {};
  for (const name of names) durations[name] = await playRow(world, name);
  let pairs = 0;
  for (const [index, first] of names.entries())
    for (const second of names.slice(index + 1)) {
      pairs++;
      const name = `${first} and ${second}`;
      const row = await playRow(world, name);
      const longest = (mode: Mode) => Math.max(durations[first]?.[mode] ?? 0, durations[second]?.[mode] ?? 0);
      if (MODES.some((mode) => row[mode] > longest(mode))) durations[name] = row;
    }
  for (const name of Object.keys(EXITS).map(exitRowOf)) durations[name] = await playRow(world, name);
  return { durations, pairs };
}

/** A row of the table. */
export const rowText = (name: string, row: Row): string =>
  `| ${name} | ${MODES.map((mode) => durationText(row[mode])).join(" | ")} |`;

/** The table of `docs/security/sessions.md`. */
export function tableOf(durations: Durations): string {
  return [
    "| Stolen | `SESSIONS=browser` | `SESSIONS=server` | `SESSIONS=server`, bound |",
    "| --- | --- | --- | --- |",
    ...Object.entries(durations).map(([name, row]) => rowText(name, row)),
    "",
  ].join("\n");
}
