import type { TokenService } from "../tokens.ts";

type Lie = { name: string; answer(tokens: TokenService): Response | Promise<Response> };

/** Responses of a key server that fails, was replaced or lies. None of them is a verdict about a token. */
export const LYING_KEYS: readonly Lie[] = [
  { name: "refuse the connection", answer: () => Promise.reject(new TypeError("fetch failed")) },
  { name: "answer 500", answer: () => new Response("no", { status: 500 }) },
  {
    name: "answer a page",
    answer: () => new Response("<html>", { headers: { "content-type": "text/html" } }),
  },
  { name: "answer other JSON", answer: () => Response.json({ certificates: [] }) },
  { name: "answer an empty list", answer: () => Response.json({ keys: [] }) },
  {
    name: "answer a list of other keys",
    answer: () => Response.json({ keys: [{ kty: "EC", crv: "P-256", x: "a", y: "b" }] }),
  },
  {
    name: "answer a list of broken keys",
    answer: () => Response.json({ keys: [{ kty: "RSA", kid: "key-1" }] }),
  },
  {
    name: "answer a list of keys that are too short",
    answer: () => Response.json({ keys: [{ kty: "RSA", kid: "key-1", n: "AQAB", e: "AQAB" }] }),
  },
  {
    name: "answer a list of keys for encryption",
    async answer(tokens) {
      const { keys } = (await (await tokens.list()).json()) as { keys: object[] };
      return Response.json({ keys: keys.map((key) => ({ ...key, use: "enc" })) });
    },
  },
  {
    name: "answer without end",
    answer: () => new Response(new ReadableStream({ pull: (sink) => sink.enqueue(new Uint8Array(65_536)) })),
  },
];
