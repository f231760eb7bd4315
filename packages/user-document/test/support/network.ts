import { FirestoreError } from "../../../../mocks/firestore/documents/errors.ts";
import type { Firestore } from "../../../../mocks/firestore/firestore.ts";

/** The faults of one request. */
export type Fate =
  | { type: "through" }
  /** The request gets no connection. */
  | { type: "refused" }
  /** The request is sent and never answered. */
  | { type: "hangs" }
  /** The response is lost after the server has acted. */
  | { type: "answer-lost" }
  /** A proxy that passes a response on only when it is complete. */
  | { type: "buffered" }
  /** The server answers immediately, and the response is delivered later. */
  | { type: "held"; until: Promise<void> }
  | { type: "status"; status: number; body: string };

export type NotedRequest = {
  method: string;
  url: URL;
  endpoint: string;
  at: number;
  idToken: string | undefined;
  appCheckToken: string | undefined;
  redirect: RequestRedirect;
};

const toRefusal = (error: unknown): Response => {
  if (error instanceof FirestoreError) return Response.json(error, { status: error.code });
  throw error;
};

const abortError = () => new DOMException("This operation was aborted", "AbortError");

/** A network between the client and the local Firestore, in one process, which a test can break in every way. */
export const createNetwork = (firestore: () => Firestore, now: () => number) => {
  const requests: NotedRequest[] = [];
  const open = new Set<(error: Error) => void>();
  let fateOf: (request: NotedRequest) => Fate = () => ({ type: "through" });
  let isOnline = true;
  /** Responses that began before this time deliver no more bytes. */
  let mutedUntil = 0;
  let answers = 0;

  const relay = (body: ReadableStream<Uint8Array>, fate: Fate, signal: AbortSignal) => {
    const reader = body.getReader();
    answers += 1;
    const serial = answers;
    let fail = (_: Error) => {};
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          fail = (error) => {
            open.delete(fail);
            void reader.cancel().catch(() => {});
            try {
              controller.error(error);
            } catch {
              // The response is already over.
            }
          };
          open.add(fail);
          signal.addEventListener("abort", () => fail(abortError()));
          const pump = async () => {
            const held: Uint8Array[] = [];
            for (;;) {
              const { done, value } = await reader.read();
              if (done) break;
              if (serial <= mutedUntil) continue;
              if (fate.type === "buffered") held.push(value);
              else controller.enqueue(value);
            }
            for (const bytes of held) controller.enqueue(bytes);
            open.delete(fail);
            controller.close();
          };
          pump().catch((error: unknown) => fail(error instanceof Error ? error : new Error("gone")));
        },
        cancel: () => {
          open.delete(fail);
          return reader.cancel();
        },
      },
      { highWaterMark: 1000 },
    );
  };

  const never = (signal: AbortSignal): Promise<never> =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(abortError()));
    });

  const fetch = async (address: string, init: RequestInit): Promise<Response> => {
    const signal = init.signal ?? new AbortController().signal;
    if (signal.aborted) throw abortError();
    const url = new URL(address);
    const request = new Request(address, init);
    const operation = await firestore().operationOf(request.clone());
    const body = init.body instanceof URLSearchParams ? init.body : new URLSearchParams();
    const idToken = /Bearer ([^\r]+)/.exec(
      request.headers.get("authorization") ?? body.get("headers") ?? "",
    )?.[1];
    const appCheckToken =
      request.headers.get("x-firebase-appcheck") ??
      /X-Firebase-AppCheck:(\S+)/.exec(body.get("headers") ?? "")?.[1];
    const terminates = url.searchParams.get("TYPE") === "terminate";
    const endpoint = terminates ? "terminate" : (operation?.endpoint ?? "unknown");
    const { method, redirect } = request;
    const noted = { method, url, endpoint, at: now(), idToken, appCheckToken, redirect };
    requests.push(noted);
    const fate: Fate = isOnline ? fateOf(noted) : { type: "refused" };
    if (fate.type === "refused") throw new TypeError("fetch failed");
    if (fate.type === "hangs") return never(signal);
    if (fate.type === "status") return new Response(fate.body, { status: fate.status });
    const response =
      (operation && (await operation.run().catch(toRefusal))) ?? new Response("Not Found", { status: 404 });
    if (signal.aborted) throw abortError();
    if (fate.type === "held") await fate.until;
    if (fate.type === "answer-lost") {
      await response.body?.cancel();
      throw new TypeError("fetch failed");
    }
    return response.body
      ? new Response(relay(response.body, fate, signal), {
          status: response.status,
          headers: response.headers,
        })
      : response;
  };

  return {
    fetch,
    requests,
    /** How often each endpoint was called since `from`. */
    count: (endpoint: string, from = 0) =>
      requests.filter((request) => request.endpoint === endpoint && request.at >= from).length,
    fate: (decide: (request: NotedRequest) => Fate) => {
      fateOf = decide;
    },
    heal: () => {
      fateOf = () => ({ type: "through" });
      isOnline = true;
    },
    goOffline: () => {
      isOnline = false;
    },
    /** Breaks every running response. */
    cutAll: () => {
      for (const fail of [...open]) fail(new TypeError("network error"));
    },
    /** Running responses stay open and deliver no more bytes. */
    mute: () => {
      mutedUntil = answers;
    },
    /** Running responses, including hanging ones. */
    openAnswers: () => open.size,
  };
};
