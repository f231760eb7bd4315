import { closing, inA, inB, nameOf, scenario } from "./script.mjs";

/** @typedef {import("./script.mjs").Tools} Tools */

/** Requests the lock, keeps it until a later step ends that, and notes both. @param {Tools} tools @param {LockOptions} [options] */
export const request = ({ locks, name, note, kept }, options = {}, who = "it", then = () => {}) => {
  const held = new Promise((resolve) => {
    kept.end = () => resolve("done");
  });
  const work = (/** @type {Lock | null} */ lock) => {
    note(lock ? `${who} is granted` : `${who} gets none`);
    then();
    return lock ? held : "none";
  };
  locks.request(name, options, work).then(
    (result) => note(`${who} ends: ${result}`),
    (error) => note(`${who} fails: ${nameOf(error)}`),
  );
};
/** @param {Tools} tools */
export const end = ({ kept }) => kept.end();
/** @param {Tools} tools */
const requestWithSignal = (tools) => {
  tools.kept.controller = new AbortController();
  request(tools, { signal: tools.kept.controller.signal });
};
/** Notes who holds the lock and who waits for it, by what the page knows about itself. @param {Tools} tools */
const query = async ({ locks, name, note }) => {
  const { held = [], pending = [] } = await locks.query();
  const ofName = (/** @type {LockInfo[]} */ list) => list.filter((each) => each.name === name);
  const [holder] = ofName(held);
  const waiting = ofName(pending);
  const isSame = holder && waiting.some(({ clientId }) => clientId === holder.clientId);
  note(`${ofName(held).length} held, ${waiting.length} waiting${isSame ? " in the same page" : ""}`);
};

const HELD_BY_A = inA((tools) => request(tools), "A: it is granted");

export const LOCKS = [
  scenario(
    "a lock is granted in the order of its requests",
    HELD_BY_A,
    inB(async (tools) => {
      request(tools);
      // A page's query is answered after its earlier requests have arrived, so the other page's request is later.
      await tools.locks.query();
    }),
    inA((tools) => {
      const { end: endFirst } = tools.kept;
      request(tools, {}, "the second");
      const { end: endSecond } = tools.kept;
      tools.kept.end = () => {
        tools.kept.end = endSecond;
        endFirst();
      };
    }),
    inA(end, "A: it ends: done", "B: it is granted"),
    inB(end, "A: the second is granted", "B: it ends: done"),
    inA(end, "A: the second ends: done"),
  ),
  scenario(
    "a request that takes only a free lock gets none while another page holds it",
    HELD_BY_A,
    inB((tools) => request(tools, { ifAvailable: true }), "B: it gets none", "B: it ends: none"),
    inA(end, "A: it ends: done"),
    inB((tools) => request(tools, { ifAvailable: true }), "B: it is granted"),
    inB(end, "B: it ends: done"),
  ),
  scenario(
    "a waiting request that is aborted leaves the queue",
    HELD_BY_A,
    inB(requestWithSignal),
    inB(({ kept }) => kept.controller.abort(), "B: it fails: AbortError"),
    inB((tools) => request(tools, {}, "the next")),
    inA(end, "A: it ends: done", "B: the next is granted"),
    inB(end, "B: the next ends: done"),
  ),
  scenario(
    "a waiting request fails with the reason of its signal",
    HELD_BY_A,
    inB(requestWithSignal),
    inB(({ kept }) => kept.controller.abort(new Error("too late")), "B: it fails: too late"),
    inA(end, "A: it ends: done"),
  ),
  scenario(
    "a request whose signal has aborted is refused",
    inA(
      (tools) => request(tools, { signal: AbortSignal.abort(new Error("too late")) }),
      "A: it fails: too late",
    ),
  ),
  scenario(
    "a signal that aborts after the grant changes nothing",
    inA(requestWithSignal, "A: it is granted"),
    inA(({ kept }) => kept.controller.abort()),
    inB((tools) => request(tools)),
    inA(end, "A: it ends: done", "B: it is granted"),
    inB(end, "B: it ends: done"),
  ),
  scenario(
    "a stolen lock fails its holder, passes the queue, and is not released by the former holder",
    HELD_BY_A,
    inB((tools) => request(tools, {}, "the waiting one")),
    inB(
      (tools) => {
        const { end: endWaiting } = tools.kept;
        request(tools, { steal: true }, "the thief");
        const { end: endThief } = tools.kept;
        tools.kept.end = () => {
          tools.kept.end = endWaiting;
          endThief();
        };
      },
      "A: it fails: AbortError",
      "B: the thief is granted",
    ),
    inA(end),
    inB(end, "B: the thief ends: done", "B: the waiting one is granted"),
    inB(end, "B: the waiting one ends: done"),
  ),
  scenario(
    "a steal of a free lock is granted",
    inA((tools) => request(tools, { steal: true }), "A: it is granted"),
    inA(end, "A: it ends: done"),
  ),
  scenario(
    "a query after a request of the same task knows the request",
    inA((tools) => {
      void tools.locks.request(tools.name, {}, () => new Promise(() => {}));
      return query(tools);
    }, "A: 1 held, 0 waiting"),
    inB((tools) => {
      void tools.locks.request(tools.name, {}, () => {});
      return query(tools);
    }, "B: 1 held, 1 waiting"),
    inA((tools) => {
      void tools.locks.request(tools.name, {}, () => {});
      return query(tools);
    }, "A: 1 held, 2 waiting in the same page"),
  ),
  scenario(
    "a page that closes releases its lock",
    HELD_BY_A,
    inB((tools) => request(tools)),
    closing("A", "B: it is granted"),
    inB(end, "B: it ends: done"),
  ),
  scenario(
    "a page that closes leaves the queue",
    HELD_BY_A,
    inB((tools) => request(tools)),
    closing("B"),
    inA(end, "A: it ends: done"),
    inB((tools) => request(tools), "B: it is granted"),
    inB(end, "B: it ends: done"),
  ),
  scenario(
    "work that fails releases the lock",
    inA(
      ({ locks, name, note }) =>
        locks
          .request(name, {}, () => Promise.reject(new Error("failed")))
          .catch((error) => note(nameOf(error))),
      "A: failed",
    ),
    inB((tools) => request(tools), "B: it is granted"),
    inB(end, "B: it ends: done"),
  ),
  scenario(
    "locks of two names are independent",
    HELD_BY_A,
    inB((tools) => request({ ...tools, name: `${tools.name}, again` }), "B: it is granted"),
    inB(end, "B: it ends: done"),
    inA(end, "A: it ends: done"),
  ),
];
