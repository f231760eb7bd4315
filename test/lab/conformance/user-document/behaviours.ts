import { UserDocumentError, type WatchState } from "../../../../packages/user-document/src/index.ts";
import { clientOf, done, fetchAsBrowsersDo, type Target } from "./client.ts";

/** An outcome that does not depend on time. */
const outcomeOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    const value = await work;
    return typeof value === "object" && value !== null && "data" in value ? value.data : (value ?? "done");
  } catch (error) {
    return error instanceof UserDocumentError ? error.code : String(error);
  }
};

const shownIn = (state: WatchState<unknown>): unknown =>
  state.status === "ready"
    ? state.snapshot.exists
      ? state.snapshot.data
      : "absent"
    : state.status === "failed"
      ? state.error.code
      : undefined;

/** The time limit for an expected event, long enough for the slowest machine. */
const SEEN_WITHIN_MS = 60_000;

/** Calls back once the server has declared the target complete. */
const whenCurrent = (response: Response, callback: () => void) => {
  const read = async () => {
    let text = "";
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.includes('"CURRENT"')) return callback();
    }
  };
  // The client aborts its request when the session ends.
  read().catch(() => undefined);
};

/** Watches until a certain state is shown. */
const watching = (document: ReturnType<typeof clientOf>) => {
  const shown: unknown[] = [];
  const waiting = new Set<() => void>();
  document.watch((state) => {
    const next = shownIn(state);
    if (next !== undefined && JSON.stringify(next) !== JSON.stringify(shown.at(-1))) shown.push(next);
    for (const look of waiting) look();
  });
  const until = (isThere: (last: unknown, state: WatchState<unknown>) => boolean) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`not seen; shown: ${JSON.stringify(shown.slice(-3))}`)),
        SEEN_WITHIN_MS,
      );
      const look = () => {
        if (!isThere(shown.at(-1), document.getState())) return;
        clearTimeout(timer);
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return { shown, until, live: () => until((_, state) => state.connection === "live") };
};

const name = (last: unknown) => (last as { name?: unknown } | undefined)?.name;

export type Behaviour = { name: string; run(target: Target, uid: string): Promise<unknown> };

export const behaviours: readonly Behaviour[] = [
  {
    name: "a precondition on the version holds",
    run: async (target, uid) => {
      const document = clientOf(target, uid);
      await done(() => document.set({ name: "Ada" }, { merge: true }));
      const seen = await document.get();
      const ifUpdateTime = seen.exists ? seen.updateTime : "";
      return [
        await outcomeOf(document.update({ name: "Grace" }, { ifUpdateTime })),
        await outcomeOf(document.update({ name: "late" }, { ifUpdateTime })),
        await outcomeOf(document.delete({ ifUpdateTime })),
        await outcomeOf(document.get()),
      ];
    },
  },
  {
    name: "another person's document is refused in every way",
    run: async (target, uid) => {
      const document = clientOf(target, uid, "mallory");
      const watch = watching(document);
      await watch.until((last) => last !== undefined);
      return [
        await outcomeOf(document.get()),
        await outcomeOf(document.update({ name: "x" })),
        await outcomeOf(document.delete()),
        watch.shown,
      ];
    },
  },
  {
    name: "a watcher sees creation, every change in order, and deletion",
    run: async (target, uid) => {
      const document = clientOf(target, uid);
      const watch = watching(document);
      await watch.live();
      const other = clientOf(target, uid);
      for (let count = 0; count < 50; count += 1) await done(() => other.set({ count }, { merge: true }));
      await other.delete();
      await watch.until((last) => last === "absent" && watch.shown.length > 1);
      document.dispose();
      return watch.shown;
    },
  },
  {
    name: "a dropped connection loses nothing",
    run: async (target, uid) => {
      const cuts = new Set<AbortController>();
      const document = clientOf(target, uid, uid, (url, init) => {
        const cut = new AbortController();
        cuts.add(cut);
        init.signal?.addEventListener("abort", () => cut.abort());
        return fetch(url, { ...init, signal: cut.signal }).catch(() => {
          throw new TypeError("cut");
        });
      });
      const watch = watching(document);
      await watch.live();
      for (const cut of cuts) cut.abort();
      await done(() => clientOf(target, uid).set({ name: "Ada" }, { merge: true }));
      await watch.until((last) => name(last) === "Ada");
      document.dispose();
      return watch.shown.at(-1);
    },
  },
  {
    name: "a lost session is replaced",
    run: async (target, uid) => {
      const requests: URL[] = [];
      let onCurrent = (_session: string | null) => {};
      const document = clientOf(target, uid, uid, async (url, init) => {
        const request = new URL(url);
        requests.push(request);
        const response = await fetchAsBrowsersDo(url, init);
        if (request.searchParams.get("RID") === "rpc")
          whenCurrent(response.clone(), () => onCurrent(request.searchParams.get("SID")));
        return response;
      });
      const watch = watching(document);
      await watch.live();
      // Another request ends the session, like a server that loses it; POSTs are processed in the order of their RID.
      const handshake = requests.find(({ searchParams }) => searchParams.has("CVER"));
      const lost = requests.find(({ searchParams }) => searchParams.get("RID") === "rpc");
      if (!handshake || !lost) throw new Error("no session");
      lost.searchParams.set("TYPE", "terminate");
      lost.searchParams.set("RID", String(Number(handshake.searchParams.get("RID")) + 1));
      const replaced = new Promise<void>((resolve) => {
        onCurrent = (session) => {
          if (session !== lost.searchParams.get("SID")) resolve();
        };
      });
      await fetchAsBrowsersDo(lost.href, { method: "POST" });
      // Google's emulator can lose a commit that coincides with a new target: CURRENT then omits it permanently.
      await replaced;
      await done(() => clientOf(target, uid).set({ name: "Ada" }, { merge: true }));
      await watch.until((last) => name(last) === "Ada");
      document.dispose();
      return watch.shown.at(-1);
    },
  },
  {
    name: "behind a proxy that buffers, long polling brings every change",
    run: async (target, uid) => {
      const document = clientOf(target, uid, uid, async (url, init) => {
        const response = await fetchAsBrowsersDo(url, init);
        if (!url.includes("RID=rpc")) return response;
        return new Response(await response.arrayBuffer(), {
          status: response.status,
          headers: response.headers,
        });
      });
      const watch = watching(document);
      await watch.live();
      for (const next of ["Ada", "Grace", "Barbara"]) {
        await done(() => clientOf(target, uid).set({ name: next }, { merge: true }));
        await watch.until((last) => name(last) === next);
      }
      document.dispose();
      return watch.shown;
    },
  },
];
