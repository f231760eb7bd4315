import { createLocalServices, type LocalServices } from "../../../mocks/local-services.ts";

export const DATABASE = "projects/demo-project/databases/(default)";
export const nameOf = (uid: string) => `${DATABASE}/documents/users/${uid}`;
export const ALICE = nameOf("alice");
const ORIGIN = "http://localhost:4300";

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
/** A token in the form of Firebase's test tools: unsigned, from 1970. */
const tokenOf = (uid: string) =>
  `${part({ alg: "none", typ: "JWT" })}.${part({ sub: uid, user_id: uid, iat: 0, exp: 3600 })}.`;

type Answer = { status: number; body: unknown };

/** Calls the REST API as a user (by uid), as `owner`, or without credentials. */
export const createCaller = (services: LocalServices = createLocalServices({ seed: 1 })) => {
  const fetch = async (path: string, init?: RequestInit): Promise<Response> => {
    const response = await services.handle(new Request(`${ORIGIN}${path}`, init));
    if (!response) throw new Error(`no service answers ${path}`);
    return response;
  };
  const call = async (
    method: string,
    path: string,
    { as, body, token }: { as?: string; body?: unknown; token?: string } = {},
  ): Promise<Answer> => {
    const bearer = token ?? (as === "owner" ? "owner" : as && tokenOf(as));
    const response = await fetch(`/v1/${path}`, {
      method,
      headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined };
  };
  const commit = (writes: readonly object[], as = "alice") =>
    call("POST", `${DATABASE}/documents:commit`, { as, body: { writes } });
  const get = (as = "alice", query = "") => call("GET", `${ALICE}${query}`, { as });
  return { services, fetch, call, commit, get };
};

export const text = (stringValue: string) => ({ stringValue });
export const merge = (fields: Record<string, object>, more: object = {}) => ({
  update: { name: ALICE, fields },
  updateMask: { fieldPaths: Object.keys(fields) },
  ...more,
});

type Arrays = [id: number, payload: unknown[]][];
/** The arrays of a run of frames. */
const readFrames = (received: string): Arrays => {
  const arrays: Arrays = [];
  for (let rest = received; rest; ) {
    const start = rest.indexOf("\n") + 1;
    const end = start + Number(rest.slice(0, start));
    arrays.push(...(JSON.parse(rest.slice(start, end)) as Arrays));
    rest = rest.slice(end);
  }
  return arrays;
};

/** One WebChannel session, controlled request by request. */
export const createChannelClient = (fetch: ReturnType<typeof createCaller>["fetch"], method = "Listen") => {
  const path = `/google.firestore.v1.Firestore/${method}/channel`;
  const form = (entries: Record<string, string>) => ({
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: String(new URLSearchParams(entries)),
  });
  const messagesOf = (messages: readonly object[], first: number) => ({
    count: String(messages.length),
    ofs: String(first),
    ...Object.fromEntries(messages.map((message, i) => [`req${i}___data__`, JSON.stringify(message)])),
  });
  let sid = "";
  const url = (query: Record<string, string>) =>
    `${path}?${new URLSearchParams({ VER: "8", database: DATABASE, ...(sid && { SID: sid }), ...query })}`;
  return {
    open: async (as: string | undefined, messages: readonly object[], token = as && tokenOf(as)) => {
      const headers = token ? `Authorization:Bearer ${token}\r\n` : "";
      const response = await fetch(
        url({ RID: "1", CVER: "22" }),
        form({ headers, ...messagesOf(messages, 0) }),
      );
      const opened = readFrames(await response.text());
      sid = String(opened[0]?.[1][1]);
      return { response, opened };
    },
    send: async (messages: readonly object[], first: number) =>
      fetch(url({ RID: "2", AID: "0" }), form(messagesOf(messages, first))),
    /** A hanging GET; `read` returns the data since the last call. */
    receive: async (aid: number, query: Record<string, string> = {}) => {
      const controller = new AbortController();
      const response = await fetch(
        url({ RID: "rpc", AID: String(aid), CI: "0", TYPE: "xmlhttp", ...query }),
        {
          signal: controller.signal,
        },
      );
      const reader = response.body?.getReader();
      const state = { received: "", isOver: false };
      const decoder = new TextDecoder();
      const pump = async () => {
        for (;;) {
          const chunk = await reader?.read();
          if (!chunk || chunk.done) break;
          state.received += decoder.decode(chunk.value, { stream: true });
        }
        state.isOver = true;
      };
      pump().catch(() => {
        state.isOver = true;
      });
      return {
        response,
        abort: () => controller.abort(),
        cancel: () => reader?.cancel(),
        isOver: () => state.isOver,
        read: async () => {
          for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          const { received } = state;
          state.received = "";
          return readFrames(received);
        },
      };
    },
    terminate: () => fetch(url({ RID: "3", TYPE: "terminate" }), { method: "POST" }),
  };
};

export const addTarget = (name = ALICE, more: object = {}) => ({
  database: DATABASE,
  addTarget: { targetId: 2, documents: { documents: [name] }, ...more },
});
