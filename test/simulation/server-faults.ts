import { type Replacement, withFault } from "../../packages/identity/test/model/mutants.ts";
import type { ServerLibrary } from "./library.ts";
import { type PlayOptions, play } from "./play.ts";
import { shrink } from "./shrink.ts";
import { SITE_FAULTS, withSiteFault } from "./site-faults.ts";
import { tell } from "./steps.ts";
import { scriptOf } from "./world.ts";

const STEPS = 100;
const MOST_TOLD = 12;
const SOURCE = new URL("../../packages/identity-server/src/", import.meta.url);

/** Mistakes in the code that keeps sessions on a server, one at a time. */
export const SERVER_FAULTS: readonly Replacement[] = [
  {
    name: "two requests claim one session",
    file: "stores/memory-store.ts",
    find: "(row.claimedUntil !== null && row.claimedUntil > now())",
    replace: "false",
  },
  {
    name: "an outage of the token service ends the session",
    file: "sessions/session-keeper.ts",
    find: "error instanceof TokenRefusal || error instanceof BrokenSealError;",
    replace: "true;",
  },
  {
    name: "a token that was sealed with an unknown key ends the session",
    file: "sessions/sealing.ts",
    find: 'throw new UnavailableError("session secret")',
    replace: "throw new BrokenSealError()",
  },
  {
    name: "tokens are stored without encryption",
    file: "sessions/session-keeper.ts",
    find: 'idToken: sealer.seal(idToken, { id, column: "id_token" })',
    replace: "idToken",
  },
  {
    name: "a new session ends the one before it at once",
    file: "stores/memory-store.ts",
    find: "remove([...crowded, ...unreachable].map(({ id }) => id));",
    replace: "remove([...crowded, ...unreachable].map(({ id }) => id).concat([...opened]));",
  },
  {
    name: "a session that the page has not accepted takes the browser's cookie with it",
    file: "stores/memory-store.ts",
    find: "if (replaced) replaced.previousHash = presented.secretHash;",
    replace: "",
  },
  {
    name: "a renewed session does not accept the cookie whose replacement was lost",
    file: "stores/memory-store.ts",
    find: "previousHash: presented.secretHash, idToken: null",
    replace: "previousHash: null, idToken: null",
  },
  {
    name: "new tokens of a session take the cookie from the one that has replaced it",
    file: "stores/memory-store.ts",
    find: "const opener = ofCookie(presented.secretHash)[0] ?? row;",
    replace: "const opener = row;",
  },
  {
    name: "a released token can be fetched for a minute only",
    file: "stores/session-store.ts",
    find: "RELEASE_SECONDS = 7 * 86_400",
    replace: "RELEASE_SECONDS = 60",
  },
  {
    name: "the caller's own token is returned again",
    file: "sessions/session-keeper.ts",
    find: "if (idToken !== undefined && markOf(idToken) !== held)",
    replace: "if (idToken !== undefined)",
  },
  {
    name: "a fault in the log holds a token",
    file: "sessions/session-keeper.ts",
    find: "if (error instanceof BrokenSealError) onFault(error);\n      const isEnded",
    replace:
      "onFault(new Error(sealer.open(row.refreshToken, { id, column: 'refresh_token' })));\n      const isEnded",
  },
  {
    name: "a browser that needs a challenge gives its key up",
    file: "binding/binding.ts",
    find: "return new Response(null, { status: 403, headers });",
    replace: "return new Response(null, { status: 400, headers });",
  },
  {
    name: "the database's outage makes a browser give its key up",
    file: "binding/binding.ts",
    find: "const own = { id, secretHash: hashOf(secret) };\n      const found = await store.binding(own);",
    replace:
      "const own = { id, secretHash: hashOf(secret) };\n      const found = await store.binding(own).catch(() => undefined);",
  },
];

/** The code of a server that is not the present one. */
type Code = Pick<PlayOptions, "server" | "whole">;
type Found = { seed: number; rule: string; story: string; seconds: number } | undefined;

/** Runs work with handlers that have one fault. */
export const withServerFault = <T>(
  fault: Replacement,
  work: (server: ServerLibrary) => Promise<T>,
): Promise<T> => withFault(SOURCE, fault, async (load) => work((await load("index.ts")) as ServerLibrary));

/** Plants a fault, and draws seeds until one breaks a rule. */
async function findServerFault(code: Code, world: "server" | "site", mostMs: number): Promise<Found> {
  const started = performance.now();
  for (let seed = 1; performance.now() - started < mostMs; seed += 1) {
    const script = scriptOf(seed, STEPS, world);
    const { violation, steps } = await play(script, { world, ...code });
    // A seed that the present code fails too has not found this fault.
    if (!violation || (await play(script, { world })).violation) continue;
    const seconds = (performance.now() - started) / 1000;
    const story = await shrink(script.slice(0, steps), violation.rule, { world, ...code, mostMs: 4000 });
    const isTold = story.length <= MOST_TOLD;
    const text = isTold
      ? story.map(tell).join("; ")
      : `${story.length} steps after a short time to shorten them`;
    return { seed, seconds, rule: violation.rule, story: text };
  }
  return undefined;
}

/** Prints which faults of a world are found, each within a time. */
export async function searchServerFaults(
  world: "server" | "site",
  { mostMs, only }: { mostMs: number; only: string },
): Promise<void> {
  const all = world === "server" ? SERVER_FAULTS : SITE_FAULTS;
  const chosen = all.filter(({ name }) => name.includes(only));
  let count = 0;
  for (const fault of chosen) {
    const search = (code: Code) => findServerFault(code, world, mostMs);
    const found =
      world === "server"
        ? await withServerFault(fault, (server) => search({ server }))
        : await withSiteFault(fault, (whole) => search({ whole }));
    if (found) count += 1;
    const { seed = "", rule = "", story = "", seconds = 0 } = found ?? {};
    const how = found ? `found in ${seconds.toFixed(1)} s (seed ${seed})` : "NOT FOUND";
    console.log(`${how}: ${fault.name}: ${rule}\n  ${story}`);
  }
  console.log(`${count} of ${chosen.length} found`);
}
