import * as v from "valibot";
import { createRandom } from "../../../../mocks/core/random.ts";
import { createFirestore } from "../../../../mocks/firestore/firestore.ts";
import { createClock, settle } from "../../../identity/test/support/clock.ts";
import {
  createUserDocument,
  type UserDocument,
  type UserDocumentOptions,
  type WatchState,
} from "../../src/index.ts";
import { createNetwork } from "./network.ts";
import { createPage } from "./page.ts";

export const Profile = v.object({
  email: v.optional(v.string()),
  name: v.optional(v.string()),
  picture: v.optional(v.string()),
  stripePriceId: v.optional(v.string()),
  count: v.optional(v.number()),
});
export type Profile = v.InferOutput<typeof Profile>;
export type State = WatchState<Profile>;

const ORIGIN = "https://documents.test";
const DATABASE = "projects/demo-project/databases/(default)";
const nameOf = (uid: string) => `${DATABASE}/documents/users/${uid}`;

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");

/** A server, a network, a page and a user, in one process and in virtual time. */
export const createWorld = ({ seed = 1, uid: owner = "alice" } = {}) => {
  const time = {
    ...createClock(),
    settle,
    clearTimeout: (cancel: unknown) => void (cancel as (() => void) | undefined)?.(),
  };
  const random = createRandom(seed);
  const clockListeners = new Set<() => void>();
  const clock = {
    now: time.now,
    subscribe: (listener: () => void) => {
      clockListeners.add(listener);
      return () => clockListeners.delete(listener);
    },
  };
  const refusedTokens = new Set<string>();
  let rejectsAll = false;
  let tokenSerial = 0;
  const idTokenFor = (uid: string, lifetimeMs = 3_600_000) => {
    tokenSerial += 1;
    const exp = (time.now() + lifetimeMs) / 1000;
    return `${part({ alg: "RS256" })}.${part({ user_id: uid, sub: uid, exp, serial: tokenSerial })}.signed`;
  };
  const verifyIdToken = async (idToken: string) => {
    const claims = JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString()) as {
      user_id: string;
      exp: number;
    };
    const isGood = claims.exp * 1000 > time.now() && !rejectsAll && !refusedTokens.has(idToken);
    return isGood ? { uid: claims.user_id, expiresAt: claims.exp * 1000 } : undefined;
  };

  const firestore = createFirestore({ clock, random, verifyIdToken, timers: time });
  const network = createNetwork(() => firestore, time.now);

  /** Writes like a server, past every rule and every fault. */
  const write = async (fields: Record<string, unknown>, mask = Object.keys(fields)) => {
    const response = await run("commit", {
      writes: [{ update: { name: nameOf(owner), fields }, updateMask: { fieldPaths: mask } }],
    });
    if (!response.ok) throw new Error(await response.text());
  };
  const run = async (method: string, body: object) => {
    const operation = await firestore.operationOf(
      new Request(`${ORIGIN}/v1/${DATABASE}/documents:${method}`, {
        method: "POST",
        headers: { authorization: "Bearer owner" },
        body: JSON.stringify(body),
      }),
    );
    if (!operation) throw new Error("not routed");
    return operation.run();
  };

  const createClient = (
    uid = owner,
    outside: Partial<
      Pick<
        UserDocumentOptions<typeof Profile>,
        "getIdToken" | "getAppCheckToken" | "now" | "locks" | "channel"
      >
    > = {},
  ) => {
    const page = createPage();
    const session = { idToken: idTokenFor(uid), refreshes: 0, onRefresh: () => {} };
    const states: State[] = [];
    const document: UserDocument<Profile, v.InferInput<typeof Profile>> = createUserDocument({
      url: ORIGIN,
      projectId: "demo-project",
      uid,
      schema: Profile,
      getIdToken: async ({ forceRefresh }) => {
        if (forceRefresh) {
          session.refreshes += 1;
          // A refresh is a request, so other work runs meanwhile.
          await new Promise((resolve) => setImmediate(resolve));
          session.idToken = idTokenFor(uid);
          session.onRefresh();
        }
        return session.idToken;
      },
      fetch: network.fetch,
      now: time.now,
      setTimeout: time.setTimeout,
      random: random.next,
      page: page.page,
      locks: undefined,
      channel: undefined,
      ...outside,
    });
    return {
      document,
      page,
      session,
      states,
      watch: () => document.watch((state) => states.push(state)),
      /** The last reported state. */
      last: () => states.at(-1),
      /** The document in the last reported state. */
      shown: () => {
        const state = states.at(-1);
        if (state?.status !== "ready") return undefined;
        return state.snapshot.exists ? state.snapshot.data : null;
      },
      connection: () => states.at(-1)?.connection,
    };
  };
  return {
    time,
    random,
    firestore,
    network,
    refusedTokens,
    rejectAllTokens: (all = true) => {
      rejectsAll = all;
    },
    idTokenFor,
    createClient,
    write,
    setName: (name: string) => write({ name: { stringValue: name } }),
    setCount: (count: number) => write({ count: { integerValue: String(count) } }),
    remove: () => run("commit", { writes: [{ delete: nameOf(owner) }] }),
  };
};

/** A world whose document has a name, if one is given, and Alice, who has watched the document for a while. */
export const createWatch = async ({ name, forMs = 100 }: { name?: string; forMs?: number } = {}) => {
  const world = createWorld();
  if (name !== undefined) await world.setName(name);
  const alice = world.createClient();
  const stop = alice.watch();
  await world.time.advance(forMs);
  return { ...world, alice, stop };
};
