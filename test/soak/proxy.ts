import { createHash } from "node:crypto";
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import {
  codeOf,
  DEFINITE,
  type Endpoint,
  endpointOf,
  MISLEADING,
  PORTAL,
  parse,
  TAB_HEADER,
} from "./endpoints.ts";
import type { ExchangeOutcome, Observation } from "./history.ts";
import { isPerson, PEOPLE } from "./people.ts";
import type { Fault, Scope } from "./steps.ts";

export type FaultyProxy = {
  port: number;
  /** Starts a fault, or ends it. */
  set(fault: Fault | undefined, scope: Scope): Promise<void>;
  connections(): { fromBrowser: number; toService: number };
  stop(): Promise<void>;
};

type Record_ = (observation: Observation) => void;

const SLOW_MS = 4_000;
const HOP_BY_HOP = ["connection", "keep-alive", "transfer-encoding"];
const IN_SCOPE: Record<Scope, readonly Endpoint[]> = {
  token: ["token"],
  identity: ["token", "sign-in", "identity"],
  documents: ["documents"],
  everything: ["token", "sign-in", "identity", "documents", "site", "control"],
};

const readAll = async (stream: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/**
 * Stands between browser and service: causes faults, counts connections, and records sign-ins, exchanges and
 * rejections. It keeps hashes of refresh tokens, and records no token.
 */
export async function startProxy(servicePort: number, record: Record_): Promise<FaultyProxy> {
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set<Socket>();
  const open = new Set<ServerResponse>();
  const sessions = new Map<string, number>();
  let lastSession = 0;
  let active: { fault: Fault; scope: Scope } | undefined;

  const faultFor = (endpoint: Endpoint): Fault | undefined =>
    active && IN_SCOPE[active.scope].includes(endpoint) ? active.fault : undefined;

  const noteSignIn = (text: string, at: number): void => {
    const { refreshToken, email } = parse(text);
    if (typeof refreshToken !== "string") return;
    lastSession += 1;
    sessions.set(hashOf(refreshToken), lastSession);
    const person = PEOPLE.find((each) => typeof email === "string" && email.startsWith(each.toLowerCase()));
    if (person && isPerson(person)) record({ at, kind: "session-began", session: lastSession, person });
  };
  const sessionOf = (endpoint: Endpoint, body: Buffer): number => {
    const token = endpoint === "token" ? new URLSearchParams(body.toString()).get("refresh_token") : null;
    return token === null ? lastSession : (sessions.get(hashOf(token)) ?? 0);
  };

  const forward = (
    incoming: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = { ...incoming.headers };
      delete headers["accept-encoding"];
      delete headers[TAB_HEADER];
      const { method, url } = incoming;
      const outgoing = httpRequest(
        { host: "127.0.0.1", port: servicePort, method, path: url, headers, agent },
        resolve,
      );
      outgoing.on("error", reject);
      response.once("close", () => {
        if (!response.writableFinished) outgoing.destroy();
      });
      outgoing.end(body);
    });

  const copyHead = (
    from: IncomingMessage,
    to: ServerResponse,
    extra: Record<string, string | number> = {},
  ): void => {
    const headers = Object.fromEntries(
      Object.entries(from.headers).filter(([name]) => !HOP_BY_HOP.includes(name)),
    );
    to.writeHead(from.statusCode ?? 502, { ...headers, ...extra });
  };

  /** Answers by the fault instead of the service. Resolves to whether it did. */
  const answerByFault = async (fault: Fault, response: ServerResponse): Promise<boolean> => {
    const send = (status: number, type: string, text: string) => {
      response.writeHead(status, { "content-type": type }).end(text);
      return true;
    };
    switch (fault) {
      case "refused":
      case "reset":
        response.destroy();
        return true;
      case "hang":
        return true; // until `set` ends the fault
      case "slow":
        await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
        return false;
      case "status 500":
      case "status 503":
      case "status 429": {
        const status = Number(fault.slice("status ".length));
        return send(
          status,
          "application/json",
          JSON.stringify({ error: { code: status, message: "UNAVAILABLE" } }),
        );
      }
      case "misleading 503":
        return send(503, "application/json", MISLEADING);
      case "html":
        return send(200, "text/html", PORTAL);
      default:
        return false;
    }
  };

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = Date.now();
    const endpoint = endpointOf(incoming.method ?? "", incoming.url ?? "");
    const body = await readAll(incoming);
    const session = sessionOf(endpoint, body);
    const tab = Number(incoming.headers[TAB_HEADER]);
    const fault = faultFor(endpoint);
    let outcome: ExchangeOutcome = "failed";
    let isServiceLost = false;
    open.add(response);
    response.once("close", () => {
      open.delete(response);
      if (endpoint !== "token") return;
      if (!response.writableFinished) {
        // Without a fault, only the browser closes a connection before its response is complete.
        const isFaulty = isServiceLost || fault !== undefined || faultFor(endpoint) !== undefined;
        if (!isFaulty) outcome = "canceled";
        else if (!response.headersSent) outcome = "unanswered";
        else if (outcome === "granted") outcome = "lost";
      }
      record({ at, kind: "exchange", tab, session, endedAt: Date.now(), outcome });
    });
    if (fault !== undefined && (await answerByFault(fault, response))) return;
    const lose = (error: unknown) => {
      isServiceLost = true;
      throw error;
    };
    const answer = await forward(incoming, body, response).catch(lose);
    if (!["token", "sign-in", "identity"].includes(endpoint)) {
      copyHead(answer, response);
      answer.on("error", () => response.destroy());
      if (fault === "cut") answer.once("data", () => setImmediate(() => response.destroy()));
      answer.pipe(response);
      response.once("close", () => answer.destroy());
      return;
    }
    const content = await readAll(answer).catch(lose);
    const text = content.toString();
    const isGood = answer.statusCode === 200;
    copyHead(answer, response, { "content-length": content.length });
    if (fault === "cut") {
      outcome = isGood && endpoint === "token" ? "lost" : "failed";
      response.write(content.subarray(0, content.length / 2), () => response.destroy());
      return;
    }
    const code = codeOf(text);
    // The page of a closed connection has canceled its sign-in.
    if (isGood && endpoint === "sign-in" && !response.destroyed) noteSignIn(text, Date.now());
    if (endpoint === "token") {
      const isDefinite = answer.statusCode === 400 && DEFINITE.includes(code);
      outcome = isGood ? "granted" : isDefinite ? "rejected" : "failed";
      if (isDefinite) record({ at: Date.now(), kind: "rejected", session, code });
    } else if (code === "USER_DISABLED") record({ at: Date.now(), kind: "rejected", session, code });
    response.end(content);
  };

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => sockets.delete(socket));
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => resolve());
    });
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen(0);
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;

  return {
    port,
    set: async (fault, scope) => {
      const before = active;
      active = fault && fault !== "offline" ? { fault, scope } : undefined;
      if (fault === "refused") await close();
      // Streams that were open before the fault break too.
      if (fault === "reset" && scope === "everything") for (const socket of sockets) socket.destroy();
      if (before?.fault === "refused") await listen(port);
      if (before?.fault === "hang")
        for (const response of open) if (!response.headersSent) response.destroy();
    },
    connections: () => ({
      fromBrowser: sockets.size,
      toService: Object.values(agent.sockets).reduce((sum, list) => sum + (list?.length ?? 0), 0),
    }),
    stop: async () => {
      await close();
      agent.destroy();
    },
  };
}
