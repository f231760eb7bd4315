import { vi } from "vitest";
import { createLocalServices } from "../../../mocks/local-services.ts";

/** The local services behind this file's `fetch`, recording every request. */
export function stubLocalServices() {
  const services = createLocalServices({ seed: 1 });
  const requests: { path: string; body: string }[] = [];
  const held = new Map<string, Promise<void>>();
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(
      typeof input === "string" ? new URL(input, window.location.href) : input,
      init,
    );
    const path = new URL(request.url).pathname.split("/").at(-1) ?? "";
    requests.push({ path, body: await request.clone().text() });
    const waiting = held.get(path);
    held.delete(path);
    await waiting;
    const response = await services.handle(request);
    if (!response || response.type === "error") throw new TypeError("Failed to fetch");
    return response;
  });
  return {
    services,
    requests,
    sent: (path: string) => requests.filter((request) => request.path === path),
    /** Calls the identity service from another device; for an account by its ID, as an administrator. */
    async callElsewhere(path: string, body: Record<string, unknown>) {
      const owner = "localId" in body ? { authorization: "Bearer owner" } : undefined;
      const request = new Request(`https://identitytoolkit.googleapis.com/${path}?key=k`, {
        method: "POST",
        headers: { "content-type": "application/json", ...owner },
        body: JSON.stringify(body),
      });
      return (await services.handle(request))?.json();
    },
    /** Holds the next request to a path until the returned function is called. */
    hold(path: string): () => void {
      let release = (): void => undefined;
      held.set(
        path,
        new Promise((resolve) => {
          release = resolve;
        }),
      );
      return () => release();
    },
  };
}

type Answer = Response | undefined;
/** Answers some requests before the local services do. @param answer leaves the others to them */
export function answerFirst(answer: (request: Request) => Answer | Promise<Answer>): void {
  const services = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(
      input instanceof Request ? input : new URL(input, window.location.href),
      init,
    );
    return (await answer(request.clone())) ?? services(request);
  });
}

/** The path of a request. */
export const pathOf = ({ url }: Request): string => new URL(url).pathname;
