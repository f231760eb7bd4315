import { IdentityError } from "../../../src/errors/identity-error.ts";
import { parseRecord, placeOf } from "../../../src/session/record.ts";
import { type SessionEvent, viewOf } from "../../../src/session/state.ts";
import { storedValueOf } from "../../../src/session/store.ts";
import type { Move } from "../search.ts";
import { createApply } from "./apply.ts";
import { createBrowserModel } from "./browser.ts";
import { machine } from "./machine.ts";
import { firstWorlds, type SessionBounds } from "./model.ts";
import { detailOf, type MoveName, nameOf, sentence, tabOf } from "./moves.ts";
import { nextTokenOf, type TokenName, tokens } from "./names.ts";
import { possible } from "./possible.ts";
import { createRealBrowser } from "./real-browser.ts";
import { commandsOf, type World } from "./world.ts";

/**
 * Moves that cannot be replayed. A frozen page stops at any instruction, which the test environment cannot do. A disk
 * that accepts a removal but no write takes the store two transactions and a read, but the model one move.
 */
const NOT_REPLAYED: readonly MoveName[] = [
  "refuseWrite",
  "freeze",
  "thaw",
  "steal",
  "answerUnheard",
  "hearAnswer",
];

/** Replays one random path on the model and the client, and compares them after every move. */
export async function replay(bounds: SessionBounds, random: () => number, length: number): Promise<string[]> {
  const events: [place: number, event: SessionEvent][] = [];
  const model = createBrowserModel(machine);
  const apply = createApply({
    ...model,
    dispatch: (world, place, event) => {
      events.push([place, event]);
      model.dispatch(world, place, event);
    },
  });
  const worlds = firstWorlds(bounds);
  const world = worlds[Math.floor(random() * worlds.length)] as World;
  // The search checks the rules that need a history, within its bounds.
  world.hasHistory = false;
  const real = createRealBrowser(() => world.now);
  if (world.stored) await real.write(storedValueOf(world.stored));
  for (const [place, { page }] of world.tabs.entries()) if (page === "open") real.open(place);
  await real.settle();
  const told: string[] = [];
  for (let step = 0; step < length; step += 1) {
    const moves = possible(world).filter((move) => !NOT_REPLAYED.includes(nameOf(move)));
    const move = moves[Math.floor(random() * moves.length)];
    if (move === undefined) break;
    told.push(sentence(move));
    events.length = 0;
    const name = nextNameOf(world, tabOf(move));
    apply(world, move);
    await perform(real, move, events, name);
    await real.settle();
    const difference = await compare(real, world);
    if (difference)
      throw new Error(`${difference}\n${told.map((each, index) => `${index + 1}. ${each}`).join("\n")}`);
  }
  for (const tab of real.tabs) tab?.crash();
  return told;
}

/** The token that an exchange of the tab would receive now. */
const nextNameOf = (world: World, place: number): TokenName => {
  const exchange = world.exchanges.find(({ tab, stage }) => tab === place && stage === "sent");
  const token = world.nextToken;
  return exchange ? nextTokenOf(exchange.start.session, token) : { user: 0, token };
};

type Real = ReturnType<typeof createRealBrowser>;

async function perform(
  real: Real,
  move: Move,
  events: [place: number, event: SessionEvent][],
  name: TokenName,
): Promise<void> {
  const [place, detail] = [tabOf(move), detailOf(move)];
  const tab = real.tabs[place];
  switch (nameOf(move)) {
    case "carryOut":
      return tab?.carryOut(false, 0);
    case "carryOutLate":
      return tab?.carryOut(true, detail);
    case "deliver":
      return tab?.deliver(false, 0);
    case "deliverLate":
      return tab?.deliver(true, detail);
    case "failStorage":
      return tab?.refuseOperation();
    case "hang":
      return tab?.hang();
    case "hear":
      return tab?.hear();
    case "answerTokens":
      return tab?.answer(tokens(name));
    case "answerOther":
      return tab?.answer(tokens({ ...name, user: 1 - name.user }));
    case "failExchange":
      return tab?.refuse(new IdentityError("network-request-failed"));
    case "refuseExchange":
      return tab?.refuse(new IdentityError("user-token-expired"));
    case "fireTimer":
      return void tab?.fireTimer();
    case "hide":
      return tab?.hide();
    case "crash":
      return tab?.crash();
    case "open":
      return real.open(place);
    case "writeUnknown":
      return real.write({ version: 3 });
    case "clearData":
      return real.clear();
    default:
      for (const [at, event] of events) real.tabs[at]?.dispatch(event);
  }
}

/** The first difference between the model and the client, if any. */
async function compare(real: Real, world: World): Promise<string | undefined> {
  const stored = parseRecord(await real.stored());
  const isEmpty = stored?.end && placeOf(stored).stamp === 0;
  const seen: unknown[] = [plain(isEmpty ? undefined : stored), stored === undefined, real.note()];
  const expected: unknown[] = [plain(world.stored), world.isForeign, world.note];
  for (const [place, tab] of world.tabs.entries()) {
    const own = real.tabs[place];
    if (tab.page === "closed" || !own) {
      expected.push(tab.page === "closed");
      seen.push(own === undefined);
      continue;
    }
    expected.push(
      plain({
        view: viewOf(tab.state),
        session: tab.state.record?.session,
        latestSignIn: tab.state.latestSignIn,
        isDurable: !tab.state.isUnsaved && !tab.state.isForeign,
        operations: commandsOf(tab)
          .filter(({ stage }) => stage !== "queued")
          .map(({ stage, isOver }) => [stage, isOver]),
        inbox: tab.inbox,
        isSent: world.exchanges.some((exchange) => exchange.tab === place && exchange.stage === "sent"),
        hasTimer: tab.timer !== undefined,
      }),
    );
    const { runner } = own;
    const over = own.operations.filter(({ isOver }) => isOver);
    const inTime = own.operations.filter(({ isOver }) => !isOver);
    seen.push(
      plain({
        view: viewOf(runner.getState()),
        session: runner.getSession(),
        latestSignIn: runner.getState().latestSignIn,
        isDurable: runner.isDurable(),
        operations: [...inTime, ...over].map(({ stage, isOver }) => [stage, isOver]),
        inbox: own.inbox.length,
        isSent: own.isSent(),
        hasTimer: own.hasTimer(),
      }),
    );
  }
  const at = expected.findIndex((each, index) => JSON.stringify(each) !== JSON.stringify(seen[index]));
  return at < 0
    ? undefined
    : `the model and the client differ:\nmodel ${JSON.stringify(expected[at])}\nclient ${JSON.stringify(seen[at])}`;
}

/** The same data with sorted keys. The cause of an aborted retry is not modeled. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key, inner]) => inner !== undefined && key !== "version" && key !== "cause",
  );
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, plain(inner)]),
  );
}
