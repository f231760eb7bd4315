import * as v from "valibot";
import type { Caller } from "../access/caller.ts";
import { invalid } from "../documents/errors.ts";
import type { Store } from "../documents/store.ts";
import { commit, Write } from "../operations/commit.ts";
import type { Service } from "./session.ts";

/** @see https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1#writerequest */
const WriteRequest = v.object({
  database: v.optional(v.string()),
  streamToken: v.optional(v.string()),
  writes: v.optional(v.array(Write)),
});

/** The Write method: a handshake that names the database, then one commit per message, answered in order. */
export function write(
  store: Store,
  caller: Caller,
  session: { send(message: unknown): void },
  now: () => number,
): Service {
  let database: string | undefined;
  let commits = 0;
  return {
    receive: (message) => {
      const request = v.safeParse(WriteRequest, message);
      if (!request.success) throw invalid("The write request has the wrong form.");
      const { writes } = request.output;
      if (database === undefined) {
        database = request.output.database;
        if (database === undefined) throw invalid("The first message of a write stream names the database.");
        return session.send({ streamId: "1", streamToken: btoa("0") });
      }
      // A client acknowledges with an empty list; only writes get results.
      if (!writes?.length) return session.send({ streamToken: btoa(String(commits)) });
      const answer = commit(store, caller, database, writes, now());
      commits += 1;
      session.send({ streamToken: btoa(String(commits)), ...answer });
    },
    close: () => {},
  };
}
