import type { Fate } from "./network.ts";
import { createWorld, NAME } from "./world.ts";

type World = ReturnType<typeof createWorld> & {
  /** Ends the only watch; undefined without one. */
  stop: (() => void) | undefined;
  client: ReturnType<ReturnType<typeof createWorld>["createClient"]>;
};
/** An event outside the client. `stirring` means that the client reacts with an immediate attempt. */
type Incident = { name: string; stirring: boolean; happen(world: World): void | Promise<void> };

const FATES: readonly (() => Fate)[] = [
  () => ({ type: "through" }),
  () => ({ type: "through" }),
  () => ({ type: "refused" }),
  () => ({ type: "hangs" }),
  () => ({ type: "answer-lost" }),
  () => ({ type: "buffered" }),
  () => ({ type: "shredded", bytes: 7 }),
  () => ({ type: "doubled" }),
  () => ({ type: "status", status: 503, body: "<h1>Service unavailable</h1>" }),
  () => ({ type: "status", status: 500, body: '{"error":{"code":500,"status":"INTERNAL"}}' }),
];

let lastCount = 0;

const INCIDENTS: readonly Incident[] = [
  {
    name: "a change",
    stirring: false,
    happen: async ({ setCount }) => {
      lastCount += 1;
      await setCount(lastCount);
    },
  },
  {
    name: "a burst of changes",
    stirring: false,
    happen: async ({ setCount }) => {
      for (let n = 0; n < 5; n += 1) {
        lastCount += 1;
        await setCount(lastCount);
      }
    },
  },
  { name: "a deletion", stirring: false, happen: async ({ remove }) => void (await remove()) },
  { name: "all lines cut", stirring: false, happen: ({ network }) => network.cutAll() },
  { name: "all lines dead", stirring: false, happen: ({ network }) => network.mute() },
  { name: "a restart", stirring: false, happen: ({ firestore }) => firestore.channels.endAll() },
  {
    name: "a restart that forgets where streams stood",
    stirring: false,
    happen: ({ firestore }) => {
      firestore.channels.endAll();
      firestore.store.restore(firestore.store.snapshot());
    },
  },
  {
    name: "a bad stretch of network",
    stirring: false,
    happen: ({ network, random }) =>
      network.fate(() => {
        const draw = FATES[Math.floor(random.next() * FATES.length)];
        return random.next() < 0.2
          ? { type: "cut", afterBytes: Math.floor(random.next() * 900) }
          : (draw?.() ?? { type: "through" });
      }),
  },
  { name: "a good stretch of network", stirring: false, happen: ({ network }) => network.heal() },
  {
    name: "offline",
    stirring: true,
    happen: ({ network, client }) => {
      network.goOffline();
      network.cutAll();
      client.page.emit("offline");
    },
  },
  {
    name: "online",
    stirring: true,
    happen: ({ network, client }) => {
      network.heal();
      client.page.emit("online");
    },
  },
  {
    name: "a new token",
    stirring: true,
    happen: ({ client, idTokenFor, random }) => {
      client.session.idToken = idTokenFor("alice");
      if (random.next() < 0.5) client.document.tokenChanged();
    },
  },
  {
    name: "a token that the server refuses",
    stirring: true,
    happen: ({ client, refusedTokens, firestore }) => {
      refusedTokens.add(client.session.idToken);
      firestore.channels.endAll();
    },
  },
  { name: "hidden", stirring: false, happen: ({ client }) => client.page.emit("hidden") },
  { name: "visible", stirring: true, happen: ({ client }) => client.page.emit("visible") },
  { name: "frozen", stirring: false, happen: ({ client }) => client.page.emit("suspended") },
  { name: "thawed", stirring: true, happen: ({ client }) => client.page.emit("resumed") },
  {
    name: "no watcher",
    stirring: false,
    happen: (world) => {
      world.stop?.();
      world.stop = undefined;
    },
  },
  {
    name: "watching again",
    stirring: true,
    happen: (world) => {
      world.stop?.();
      world.stop = world.client.watch();
    },
  },
  {
    name: "a sleep",
    stirring: true,
    happen: ({ time, random }) => time.sleep(20_000 + random.next() * 3_600_000),
  },
];

const isAttempt = (endpoint: string) => endpoint.startsWith("documents:listen");

/** The maximum of attempts between two stirring events: first the immediate retry, then one per half second. */
const allowed = (ms: number) => 4 + ms / 400;

/** Runs one schedule; returns the violations as sentences. */
export const runSchedule = async (seed: number): Promise<string[]> => {
  const base = createWorld({ seed });
  const client = base.createClient();
  const world: World = { ...base, client, stop: client.watch() };
  const { random, time, network } = world;
  const faults: string[] = [];
  const log: string[] = [];
  lastCount = 0;

  const steps = 6 + Math.floor(random.next() * 10);
  for (let step = 0; step < steps; step += 1) {
    const incident = INCIDENTS[Math.floor(random.next() * INCIDENTS.length)];
    if (!incident) continue;
    log.push(incident.name);
    await incident.happen(world);
    await time.settle();
    const from = network.requests.length;
    const ms = Math.floor(random.next() * (random.next() < 0.3 ? 90_000 : 3_000));
    await time.advance(ms);
    // In long polling every change ends the request, so each change costs one more request.
    const attempts = network.requests.slice(from).filter(({ endpoint }) => isAttempt(endpoint)).length;
    if (attempts > allowed(ms) + 6) faults.push(`${attempts} attempts in ${ms} ms after ${incident.name}`);
  }

  network.heal();
  client.page.emit("visible");
  world.stop ??= client.watch();
  // The longest pause, and the detection of a connection that died just now.
  await time.advance(180_000);
  lastCount += 1;
  await world.setCount(lastCount);
  await time.advance(1_000);

  const stored = world.firestore.store.get(NAME)?.fields["count"];
  if (client.connection() !== "live") faults.push(`ends ${client.connection()}`);
  const shown = client.shown();
  if (!shown || `${shown.count}` !== stored?.["integerValue"])
    faults.push(`shows ${JSON.stringify(shown)} where the server has ${JSON.stringify(stored)}`);
  const counts = client.states.flatMap((state) =>
    state.status === "ready" && state.snapshot.exists ? [state.snapshot.data.count ?? 0] : [],
  );
  if (counts.some((count, index) => count < (counts[index - 1] ?? 0))) faults.push("went back in time");
  if (client.states.some(({ status }) => status === "failed")) faults.push("failed for good");
  client.document.dispose();
  await time.advance(120_000);
  if (network.openAnswers() > 0 || time.pending() > 0)
    faults.push(`leaves ${network.openAnswers()} answers and ${time.pending()} timers behind`);
  return faults.map((fault) => `seed ${seed}: ${fault} (${log.join(", ")})`);
};
