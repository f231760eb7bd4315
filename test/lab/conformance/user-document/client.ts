import * as v from "valibot";
import { createUserDocument, UserDocumentError } from "../../../../packages/user-document/src/index.ts";

/** A tested Firestore: Google's emulator, or ours. */
export type Target = { name: string; url: string };

const Anything = v.record(v.string(), v.any());
const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
export const tokenOf = (uid: string) =>
  `${part({ alg: "none", typ: "JWT" })}.${part({ sub: uid, user_id: uid, iat: 0, exp: 3600, aud: "demo-project" })}.`;

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Repeats a request whose reused connection closes before a response, as every browser does. Node's fetch fails
 * instead: the emulator closes connections when a session ends, and the next request may already use one of them.
 */
export const fetchAsBrowsersDo = (url: string, init: RequestInit, attempts = 10): Promise<Response> =>
  fetch(url, init).catch((error: unknown) => {
    const cause = error instanceof TypeError ? error.cause : undefined;
    const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
    if (attempts === 0 || (code !== "UND_ERR_SOCKET" && code !== "ECONNRESET")) throw error;
    // The next connection of the pool may be closing too.
    return fetchAsBrowsersDo(url, init, attempts - 1);
  });

export const clientOf = (
  target: Target,
  uid: string,
  as = uid,
  through: Fetch = (url, init) => fetchAsBrowsersDo(url, init),
) =>
  createUserDocument({
    url: target.url,
    projectId: "demo-project",
    uid,
    schema: Anything,
    getIdToken: async () => tokenOf(as),
    fetch: through,
  });

/** Whether a correct write failed because the server was busy or the connection timed out. */
const AGAIN = new Set(["aborted", "deadline-exceeded", "network-failed", "unavailable"]);

/** Repeats an idempotent write, as its caller would: on a loaded machine emulator and connections time out. */
export const done = async (write: () => Promise<unknown>, attempts = 10): Promise<unknown> => {
  try {
    return await write();
  } catch (error) {
    if (attempts === 0 || !(error instanceof UserDocumentError) || !AGAIN.has(error.code)) throw error;
    return done(write, attempts - 1);
  }
};
