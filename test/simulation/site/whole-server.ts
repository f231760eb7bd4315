import type { IncomingMessage } from "node:http";
import { runCommand } from "../../../packages/server/src/commands/run-command.ts";
import type { ServerConfig } from "../../../packages/server/src/environment/environment.ts";
import type { Mail, Mailer } from "../../../packages/server/src/mail/mailer.ts";
import { createLogger } from "../../../packages/server/src/operation/logger.ts";
import type { ClockedEngine } from "../../../packages/server/test/support/clocked-engine.ts";
import { KEY_LIST } from "../google.ts";
import { type Backend, type BackendParts, ORIGIN, type Process } from "./backend.ts";
import { createDatabaseServer, type DatabaseServer } from "./database.ts";
import type { MailServer } from "./mail-server.ts";
import { LIMITS, type Releases } from "./server-code.ts";
import { watchSessionTable } from "./session-table.ts";

/** An operator repeats a command that fails. */
const REPEAT_MS = 20_000;
const textOf = ({ count, seconds }: { count: number; seconds: number }): string => `${count}/${seconds}`;
const ENVIRONMENT = {
  ORIGIN,
  FIREBASE_API_KEY: "local-example-key",
  IDENTITY_TOOLKIT_URL: `${ORIGIN}/identitytoolkit.googleapis.com`,
  SECURE_TOKEN_URL: `${ORIGIN}/securetoken.googleapis.com`,
  TOKEN_KEYS_URL: `${ORIGIN}/keys`,
  UNSUBSCRIBE_SECRET: "secret-of-links-of-at-least-32-characters",
  LIMIT_PER_CLIENT: textOf(LIMITS.perClient),
  LIMIT_PER_ADDRESS: textOf(LIMITS.perAddress),
  TRUSTED_PROXY_HOPS: "1",
};

/** What the rules read beside the responses. */
export type Behind = {
  database: DatabaseServer;
  mailServer: MailServer;
  /** Ends every session, by the server's command, until that succeeds. */
  endSessions: () => Promise<void>;
  /** Whether each process has opened its database and can go on. */
  check: () => void;
};

type Parts = BackendParts & { engine: ClockedEngine; mailServer: MailServer };

/** The whole server: all its handlers, its limits, its mails and its migrations, over one database. */
export function wholeServer(parts: Parts, releases: Releases): { backend: Backend; behind: Behind } {
  const { scheduler, ports, watch, scan, note, fail, projectId, ask, giveUp, mailServer, troubledAt } = parts;
  const database = createDatabaseServer(parts, {
    afterStatement: watchSessionTable({
      ...{ run: (text) => database.read(text, []), now: scheduler.now, watch, come: parts.come },
    }),
  });
  const opened = new Map<Process, { canRecover(): boolean; isReady: boolean }>();

  const mailerFor = (process: Process): Mailer => ({
    send: (mail: Mail) => mailServer.send(process, mail),
    close() {},
  });

  const start: Backend["start"] = (process, log) => {
    const { mode, secrets, release } = process;
    const code = releases[release];
    const parsed = code.parseEnvironment({
      ...{ ...ENVIRONMENT, FIREBASE_PROJECT_ID: projectId },
      ...{ SESSIONS: mode === "server" ? "server" : "browser", SESSION_SECRET: secrets[0] },
    });
    // An environment names one secret of before. The simulation may change it more often.
    const config = { ...parsed, sessions: parsed.sessions && { ...parsed.sessions, secrets: [...secrets] } };
    const own = database.databaseFor(process, code);
    const logger = createLogger("info", { write: (line: string) => scan("the server's log", line) });
    const site = code.createSite({
      ...{ config: config as typeof parsed, database: own, log: logger, now: scheduler.now },
      fetchKeys: () => ports.call(process, "google", async () => Response.json(KEY_LIST)),
      fetchTokens: async (request) => {
        // The server's own calls for sessions have the form of the line to Google.
        const { status, text } = await ask(process, request);
        return new Response(text, { status });
      },
      mailer: mailerFor(process),
    });
    const startedAt = scheduler.now();
    const state = { canRecover: () => own.canRecover(), isReady: false };
    opened.set(process, state);
    own.ready().then(
      () => {
        state.isReady = true;
        log("is ready");
      },
      (error: unknown) => {
        // After a sleep, a query's timer fires before its response. The process starts again.
        const isDisturbed = Math.max(troubledAt(), scheduler.sleptAt()) >= startedAt;
        if (ports.areOk() && !isDisturbed)
          fail("a process starts", `process ${process.number} does not: ${String(error)}`);
        giveUp(process);
      },
    );
    return {
      handle: (request) => {
        const address = request.headers.get("x-forwarded-for") ?? "192.0.2.1";
        const incoming = { socket: { remoteAddress: address } } as IncomingMessage;
        return site.fetch(request, { incoming });
      },
    };
  };

  const endSessions = async (): Promise<void> => {
    const process: Process = {
      ...{ number: -1, mode: "server", release: "present", secrets: ["unused"] },
      ...{ isFrozen: false, isGone: false, kept: [], connections: new Set<() => void>() },
    };
    const lines = runCommand(
      ["end-sessions", "--all"],
      {} as ServerConfig,
      () => database.databaseFor(process, releases.present),
      () => {},
    );
    watch.mayEndAll();
    try {
      for await (const line of lines) note(line.trim());
    } catch {
      await new Promise<void>((resolve) => void scheduler.after(REPEAT_MS, resolve));
      return endSessions();
    }
    watch.mayEndAll();
  };

  return {
    backend: {
      start,
      isReady: (process) => opened.get(process)?.isReady === true,
      stop: (process) => {
        opened.delete(process);
        void scheduler.hold(database.leave(process));
      },
    },
    behind: {
      ...{ database, mailServer, endSessions },
      check: () => {
        for (const [{ number }, { canRecover, isReady }] of opened) {
          if (!isReady) fail("a process starts", `process ${number} has not opened its database`);
          if (!canRecover()) fail("no process is stuck", `process ${number} waits for its database`);
        }
        if (database.isBusy()) fail("no process is stuck", "a transaction is still open");
      },
    },
  };
}
