import { delayOf } from "@tallybin/platform/back-off";
import { tryTo } from "@tallybin/platform/browser";
import { inTime } from "@tallybin/platform/deadline";
import { isTransient } from "../errors/error-class.ts";
import { BACK_OFF } from "../http/back-off.ts";
import { oneOf, parseJson, Text, tryParse } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { Custody, CustodyParts, EndReason } from "./custody.ts";
import { Anything, type ServerCalls, WAIT_MS } from "./server-calls.ts";

const QUERY: Record<EndReason, string> = {
  "signed-out": "?replaced",
  "account-gone": "?everywhere",
  unused: "",
};

/** The number of ends that are kept: more than can be pending at a time. */
const MOST_ENDS = 20;

const End = v.object({ handle: Text, query: oneOf(Object.values(QUERY)) });
type End = v.InferOutput<typeof End>;

/**
 * Ends sessions on the server. An end that failed is noted beside the session's storage, because this browser has
 * removed the session. What is noted is sent again while a page is open, when the network is back, and by the next page;
 * by one tab at a time. A handle gives no access without the server's cookie.
 */
export function createSessionEnds(
  { locks, ...parts }: CustodyParts,
  call: ServerCalls,
): Required<Pick<Custody, "end" | "stop">> {
  const { signOutNotes } = parts.persistence;
  const key = `${parts.scope}:ends`;
  /** The ends that this page has not delivered. The browser may refuse to note them, or to read its notes. */
  let own: readonly End[] = [];
  let stopWaiting = () => {};
  let isStopped = false;
  const except = (ends: readonly End[], { handle, query }: End) =>
    ends.filter((end) => end.handle !== handle || end.query !== query);
  const readNoted = () =>
    tryParse(v.array(End), parseJson(tryTo(() => signOutNotes?.getItem(key)) ?? "")) ?? [];
  const readEnds = () => [...own.reduce(except, readNoted()), ...own];
  const noteEnds = (ends: readonly End[]) =>
    tryTo(() => signOutNotes?.setItem(key, JSON.stringify(ends.slice(-MOST_ENDS))));

  /** Makes one attempt. Resolves to whether another one may help. */
  const sendEnd = async (end: End): Promise<boolean> => {
    const { handle, query } = end;
    const failure = await call(Anything, { method: "DELETE", path: query, session: handle }).catch(
      (error: unknown) => error,
    );
    if (isTransient(failure)) return true;
    own = except(own, end);
    noteEnds(except(readNoted(), end));
    return false;
  };
  const sendNoted = async (): Promise<boolean> => {
    let isPending = false;
    for (const end of readEnds()) if (!isStopped) isPending = (await sendEnd(end)) || isPending;
    return isPending;
  };
  /** Sends what is still noted once no other tab does. */
  const retry = async (failures: number): Promise<void> => {
    if (!readEnds().length) return;
    const sent = locks?.request(key, {}, sendNoted);
    if (await (sent?.catch(sendNoted) ?? sendNoted())) retryAfter(failures + 1);
  };
  const retryAfter = (failures: number): void => {
    stopWaiting();
    if (isStopped) return;
    const again = () => {
      stopWaiting();
      void retry(failures);
    };
    const stopTimer = parts.setTimeout(again, delayOf(failures, BACK_OFF));
    const stopPage = parts.page((signal) => signal === "online" && again());
    stopWaiting = () => {
      stopTimer();
      stopPage();
    };
  };

  void retry(0);
  return {
    end: async ({ handle }, reason) => {
      if (!handle) return;
      const end = { handle, query: QUERY[reason] };
      own = [...except(own, end), end].slice(-MOST_ENDS);
      noteEnds(readEnds());
      const sent = sendEnd(end).then((isPending) => {
        if (isPending) retryAfter(1);
      });
      await inTime(parts, WAIT_MS, () => sent).catch(() => undefined);
    },
    stop: () => {
      isStopped = true;
      stopWaiting();
    },
  };
}
