import { rowOf, type Search, search } from "../../../identity/test/model/search.ts";
import { machine } from "./machine.ts";
import { documentModel } from "./model.ts";
import type { Bounds } from "./world.ts";

const none = { users: 0, rejections: 0, failures: 0, clock: 0, page: 0 };

const document = (name: string, bounds: Bounds): Search => ({
  name: `document, ${name}: ${bounds.users} actions, ${bounds.rejections} rejections, ${bounds.failures} failures, ${bounds.clock} moves of the clock, ${bounds.page} moves of the page`,
  row: rowOf(name, bounds.users, bounds.rejections, bounds.failures, bounds.clock),
  run: (options = {}) => search(documentModel(machine, bounds), options),
});

/** The searches of `npm run lab -- model`. */
export const DOCUMENT_SEARCHES: readonly Search[] = [
  document("two users", { ...none, users: 2 }),
  document("rejected tokens", { ...none, rejections: 2, clock: 2 }),
  document("a user and a rejected token", { ...none, users: 1, rejections: 1, clock: 1 }),
  document("a rejected token and a failure", { ...none, rejections: 1, failures: 1, clock: 1 }),
];

/** The searches that are short enough for `npm test`. */
export const SHORT_DOCUMENT_SEARCHES: readonly Search[] = [
  document("a user and a rejected token", { ...none, users: 1, rejections: 1 }),
  document("rejected tokens", { ...none, rejections: 2, clock: 1 }),
];

/** The worlds that are searched for seeded faults, smallest first. */
export const WORLDS_OF_DOCUMENT_MUTATIONS: readonly Bounds[] = [
  { ...none, rejections: 1 },
  { ...none, users: 1 },
  { ...none, rejections: 2, clock: 1 },
  { ...none, users: 1, rejections: 1 },
  { ...none, rejections: 1, failures: 2, clock: 1 },
];
