/** Longer than a request may be silent, and the longest pause after it. */
const LONGEST_REST_MS = 180_000;

type Kind = "a read" | "a write" | "the stream" | "the end of a stream";

const kindOf = (url: string): Kind => {
  if (url.includes("TYPE=terminate")) return "the end of a stream";
  return url.includes(":batchGet") ? "a read" : url.includes(":commit") ? "a write" : "the stream";
};
/** The ID token of a call or of a handshake. The later requests of a stream have none. */
const tokenOf = ({ headers, body }: RequestInit): string | undefined => {
  const lines = body instanceof URLSearchParams ? body.get("headers") : JSON.stringify(headers);
  return /Bearer ([\w.-]+)/.exec(lines ?? "")?.[1];
};

/** One request that runs. */
export type Asked = {
  hasToken: boolean;
  /** The page gets a response that rejects the token. */
  rejects(): void;
  ends(): void;
};
type Parts = {
  name: string;
  now: () => number;
  fail: (rule: string, text: string) => void;
  /** Whether callers read the document too, each with a request of its own. */
  hasReaders?: boolean;
};

/** The rules for what the document of one page asks of the service, and of the identity client. */
export function watchDocument({ name, now, fail, hasReaders = false }: Parts) {
  const running = new Map<object, Kind>();
  let hasEnded = false;
  let slots = 0;
  /** When it last asked for something, or began to need to. */
  let triedAt = now();
  let hasToTry = true;
  let sent: string | undefined;
  let rejected: string | undefined;
  /** The rejected token, if a forced refresh has brought it once more. */
  let renewed: string | undefined;

  const asks = (url: string, init: RequestInit): Asked => {
    const kind = kindOf(url);
    const idToken = tokenOf(init);
    const own = {};
    triedAt = now();
    if (kind === "the end of a stream") return { hasToken: false, rejects: () => {}, ends: () => {} };
    if (hasEnded) fail("a document that has ended asks for nothing", `${name}: ${kind}`);
    const isOneAtATime = kind === "the stream" || (kind === "a read" && !hasReaders);
    if (isOneAtATime && [...running.values()].includes(kind))
      fail("a document has one stream and one read at a time", `${name}: ${kind} beside another`);
    if (idToken !== undefined && idToken === rejected && idToken !== renewed)
      fail("a rejected token is not sent again", `${name}: ${kind}`);
    running.set(own, kind);
    if (kind === "the stream") sent = idToken ?? sent;
    const used = kind === "the stream" ? sent : idToken;
    return {
      hasToken: idToken !== undefined,
      rejects: () => {
        rejected = used;
        renewed = undefined;
      },
      ends: () => void running.delete(own),
    };
  };

  const asksForToken = (isForced: boolean): void => {
    triedAt = now();
    if (isForced && rejected === undefined)
      fail("only a rejected token is forced", `${name}: none was rejected`);
  };

  return {
    asks,
    asksForToken,
    /** A forced refresh has brought a token. */
    refreshed: (idToken: string): void => {
      renewed = idToken;
    },
    /** The document has ended. */
    ended: (): void => {
      hasEnded = true;
      for (const kind of running.values())
        fail("a document that has ended asks for nothing", `${name}: ${kind} still runs`);
    },
    /** Takes what a lock of the document waits for. */
    holds: async (slot: Promise<void> | undefined): Promise<void> => {
      if (!slot) return;
      slots += 1;
      await slot;
      slots -= 1;
    },
    /** The document has ended, or its page is hidden. */
    mustRest: (): void => {
      hasToTry = false;
      const isStreaming = [...running.values()].includes("the stream");
      if (slots > 0 || isStreaming)
        fail("a document that rests has no stream", `${name} has ${isStreaming ? "a request" : "a slot"}`);
    },
    /** The document need not try: it is live, has failed, or its page is frozen. */
    rests: (): void => {
      hasToTry = false;
    },
    /** @param since a time before which nothing could run, such as the end of the machine's sleep */
    mustTry: (since: number): void => {
      if (!hasToTry) triedAt = now();
      hasToTry = true;
      const passed = now() - Math.max(triedAt, since);
      if (passed > LONGEST_REST_MS)
        fail("a document that is not live tries again", `${name}: not for ${passed} ms`);
    },
  };
}
export type DocumentRules = ReturnType<typeof watchDocument>;
