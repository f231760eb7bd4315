import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { decodeJwt, decodeProtectedHeader } from "jose";
import * as v from "valibot";
import { listen } from "../../../packages/server/test/support/listen.mjs";
import type { Pair } from "./values.ts";

const Call = v.pipe(v.string(), v.parseJson(), v.object({ data: v.object({ jwt: v.string() }) }));

/** What blocking functions answer, by the last part of their address. */
const ANSWERS: Record<string, { status?: number; body: unknown }> = {
  accept: { body: {} },
  refuse: { status: 403, body: { error: { message: "Not you.", status: "PERMISSION_DENIED" } } },
  nonsense: { body: "nonsense" },
  "no-mask": { body: { userRecord: { displayName: "Hook" } } },
  rename: {
    body: {
      userRecord: {
        updateMask: "displayName,photoUrl,emailVerified,other",
        displayName: "Hook",
        emailVerified: true,
      },
    },
  },
  disable: { body: { userRecord: { updateMask: "disabled", disabled: true } } },
  claims: {
    body: {
      userRecord: {
        updateMask: "customClaims,sessionClaims",
        customClaims: { role: "editor" },
        sessionClaims: { device: "known" },
      },
    },
  },
  forbidden: { body: { userRecord: { updateMask: "customClaims", customClaims: { sub: "x" } } } },
};
export const HOOKS = Object.keys(ANSWERS);

/** Blocking functions of both sides: each has its own addresses, so that calls can be compared. */
export async function serveHooks() {
  const heard: Record<keyof Pair, unknown[]> = { google: [], ours: [] };
  const server = createServer(async (request, response) => {
    const [, side, name = ""] = (request.url ?? "").split("/");
    const { jwt } = v.parse(Call, await text(request)).data;
    if (side === "google" || side === "ours")
      heard[side].push({ name, header: decodeProtectedHeader(jwt), claims: decodeJwt(jwt) });
    const { status = 200, body } = ANSWERS[name] ?? { status: 404, body: {} };
    response.writeHead(status, { "content-type": "application/json", connection: "close" });
    response.end(name === "nonsense" ? String(body) : JSON.stringify(body));
  });
  const { origin } = await listen(server);
  return {
    /** The start of the addresses of each side. */
    addresses: { google: `${origin}/google/`, ours: `${origin}/ours/` },
    /** The calls since the last time. */
    take: (): Record<keyof Pair, unknown[]> => ({
      google: heard.google.splice(0),
      ours: heard.ours.splice(0),
    }),
  };
}
export type Hooks = Awaited<ReturnType<typeof serveHooks>>;
