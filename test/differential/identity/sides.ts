import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { createLocalServices, type LocalServices } from "../../../mocks/local-services.ts";
import { listen } from "../../../packages/server/test/support/listen.mjs";
import { install } from "../../lab/install.mjs";
import { frozenClock } from "./frozen-clock.ts";

export const PROJECT = "demo-differential";
/** Where Google's emulator is installed. */
export const INSTALLED = fileURLToPath(
  new URL("../../lab/conformance/identity/package.json", import.meta.url),
);

export type Sent = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
};
export type Answer = { status: number; type: string; body: unknown };
export type Side = { send(request: Sent): Promise<Answer>; reset(): void; close(): void };

/** The origin in the responses of both sides. */
const ORIGIN = "http://localhost";

async function answerOf(response: Response, origin = ORIGIN): Promise<Answer> {
  const text = (await response.text()).replaceAll(origin, ORIGIN);
  const type = response.headers.get("content-type")?.split(";")[0] ?? "";
  return { status: response.status, type, body: type === "application/json" ? JSON.parse(text) : text };
}

/** Google's Auth Emulator, in this process, so that both sides read the same clock. */
export async function createGoogle(project = PROJECT): Promise<Side & { openApi: unknown; origin: string }> {
  install("conformance/identity");
  const require = createRequire(INSTALLED);
  const { createApp } = require("firebase-tools/lib/emulator/auth/server");
  const { SingleProjectMode } = require("firebase-tools/lib/emulator/auth/index");
  const { default: openApi } = require("firebase-tools/lib/emulator/auth/apiSpec");
  const projects = new Map<string, unknown>();
  const app = await createApp(project, SingleProjectMode.NO_WARNING, projects);
  const server: Server = createServer(app);
  // An idle connection that closes during the next request would end the comparison.
  server.keepAliveTimeout = 0;
  const { origin, close } = await listen(server);
  return {
    openApi,
    origin,
    send: async ({ method, path, headers, body }) =>
      answerOf(
        await fetch(`${origin}${path}`, {
          method,
          headers: { connection: "keep-alive", ...headers },
          redirect: "manual",
          ...(body !== undefined && { body }),
        }),
        origin,
      ),
    reset: () => projects.clear(),
    close: () => void close(),
  };
}

export function createOurs(): Side {
  let services: LocalServices;
  const reset = () => {
    services = createLocalServices({
      projectId: PROJECT,
      seed: 1,
      now: frozenClock.now,
      origin: ORIGIN,
      standalone: true,
    });
    services.identity.settings.verifyPasskeys = false;
  };
  reset();
  return {
    send: async ({ method, path, headers, body }) => {
      const response = await services.handle(
        new Request(`${ORIGIN}${path}`, { method, headers, ...(body !== undefined && { body }) }),
      );
      if (!response) throw new Error(`no local service answers ${path}`);
      return answerOf(response);
    },
    reset,
    close: () => {},
  };
}
