import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { runCommand } from "../../src/commands/run-command.ts";
import type { Database } from "../../src/database/database.ts";
import { openDatabase } from "../../src/database/open-database.ts";
import { parseEnvironment } from "../../src/environment/environment.ts";
import type { Mail, Mailer } from "../../src/mail/mailer.ts";
import type { Audit } from "../../src/operation/logger.ts";
import { createSite, type SiteOptions, type SiteServer } from "../../src/site.ts";
import { TEMPLATE } from "./built.ts";
import { ENVIRONMENT } from "./environment.ts";
import { writeSite } from "./fixture-site.ts";
import { newFolder } from "./folder.ts";
import { startPostgres } from "./postgres.ts";
import { createTokenService, KEYS_URL, type TokenService } from "./tokens.ts";

export type Kind = "pglite" | "postgres";

/** A mailer that records mails, and fails on demand. */
export function createMailbox() {
  const mails: Mail[] = [];
  let failures = 0;
  let failure = new Error("no mail");
  const mailer: Mailer = {
    async send(mail) {
      if (failures-- > 0) throw failure;
      mails.push(mail);
    },
    close() {},
  };
  return {
    mails,
    mailer,
    async arrived(count: number) {
      await expect.poll(() => mails.length).toBe(count);
      return mails;
    },
    failNext(times: number, error = new Error("no mail")) {
      failures = times;
      failure = error;
    },
  };
}

/** A column of the database. */
export type Column = {
  table_name: string;
  column_name: string;
  data_type: string;
  is_nullable: boolean;
  is_generated: boolean;
};

export type Call = { headers?: Record<string, string>; client?: string; method?: string };

const LIMITS = { LIMIT_PER_CLIENT: "1000/1", LIMIT_PER_ADDRESS: "1000/1" };
export const configOf = (env: Record<string, string> = {}) =>
  parseEnvironment({ ...ENVIRONMENT, TOKEN_KEYS_URL: KEYS_URL, ...LIMITS, ...env });

/** A world for the tests of a file or of a `describe`, emptied before each. @param url a PostgreSQL that is already running */
export function openWorld(kind: Kind, url?: string): World {
  const world = new World(kind, url);
  beforeAll(() => world.open());
  afterAll(() => world.close());
  beforeEach(() => world.empty());
  return world;
}

/** One database for many tests, and sites that use it. */
export class World {
  readonly kind: Kind;
  tokens!: TokenService;
  database!: Database;
  #endings: (() => unknown)[] = [];
  #url: string | undefined;
  #siteFolder = "";
  #sites: SiteServer[] = [];
  /** The statements of sites and commands, each with the values of its first use. */
  readonly statements = new Map<string, readonly unknown[]>();

  /** @param url a PostgreSQL that is already running */
  constructor(kind: Kind, url?: string) {
    this.kind = kind;
    this.#url = url;
  }

  async open(): Promise<void> {
    this.tokens = await createTokenService();
    const atEnd = (ending: () => unknown) => this.#endings.push(ending);
    this.#siteFolder = writeSite(newFolder(atEnd));
    if (this.kind === "postgres") {
      if (this.#url === undefined) {
        const { createDatabase, remove } = await startPostgres();
        atEnd(remove);
        this.#url = await createDatabase();
      }
      this.database = openDatabase({ databaseUrl: this.#url, databasePoolSize: 10, dataDir: "" });
    } else {
      this.database = openDatabase({
        databaseUrl: undefined,
        databasePoolSize: 1,
        dataDir: newFolder(atEnd),
        templateFolder: TEMPLATE,
      });
    }
    await this.database.ready();
  }

  async close(): Promise<void> {
    await this.#closeSites();
    await this.database.close();
    for (const ending of this.#endings) await ending();
  }

  /** A site that stays open would send the next test's mails. */
  async #closeSites(): Promise<void> {
    await Promise.all(this.#sites.splice(0).map((site) => site.close()));
  }

  /** Closes the sites of the test before, and deletes all rows. */
  async empty(): Promise<void> {
    await this.#closeSites();
    this.tokens.answerWith(undefined);
    // Delete rows instead of truncating, because truncating makes PostgreSQL create new files each time.
    await this.database.query(`do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = current_schema() and tablename <> 'schema_migrations'
      loop execute format('delete from %I', name); end loop; end $$`);
  }

  rows(table: string): Promise<Record<string, unknown>[]> {
    return this.database.query(`select * from ${table} order by id`);
  }

  columns(): Promise<Column[]> {
    return this.database.query<Column>(
      `select table_name, column_name, data_type, is_nullable = 'YES' as is_nullable, is_identity = 'YES' as is_generated
      from information_schema.columns where table_schema = 'public' order by 1, 2`,
    );
  }

  /** Imitates a second server process. It gets its own pool on PostgreSQL; PGlite allows only one connection. */
  another(): Database {
    if (this.#url === undefined) {
      const { database } = this;
      return { ...database, close: async () => {} };
    }
    return openDatabase({ databaseUrl: this.#url, databasePoolSize: 5, dataDir: "" });
  }

  /** A database that notes each statement. */
  watch(database = this.database): Database {
    const note = (text: string, values: readonly unknown[] = []): void => {
      if (!this.statements.has(text)) this.statements.set(text, values);
    };
    return {
      ...database,
      query(text, values) {
        note(text, values);
        return database.query(text, values);
      },
      transaction: (work) =>
        database.transaction((client) => {
          const query = (text: string, values?: unknown[]) => {
            note(text, values);
            return client.query(text, values);
          };
          return work(Object.create(client, { query: { value: query } }));
        }),
    };
  }

  /** The output of a `manage` command on this database. @param env of a site */
  async manage(
    args: readonly string[],
    env: Record<string, string> = {},
    audit: Audit = () => {},
  ): Promise<string> {
    let output = "";
    for await (const text of runCommand([...args], configOf(env), () => this.watch(), audit)) output += text;
    return output;
  }

  site(env: Record<string, string> = {}, options: Partial<SiteOptions> = {}) {
    const config = configOf(env);
    const site = createSite({
      config,
      siteFolder: this.#siteFolder,
      fetchKeys: this.tokens.fetchKeys,
      ...options,
      database: { ...this.watch(options.database), close: async () => {} },
    });
    this.#sites.push(site);
    const request = (path: string, init: RequestInit & { client?: string } = {}) => {
      const incoming = { socket: { remoteAddress: init.client ?? "192.0.2.1" } } as IncomingMessage;
      return site.fetch(new Request(`http://site.test${path}`, init), { incoming });
    };
    const post = (path: string, body: unknown, { headers, client, method }: Call = {}) =>
      request(path, {
        method: method ?? "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
        ...(client === undefined ? {} : { client }),
      });
    return {
      config,
      server: site,
      request,
      post,
      subscribe: (email: unknown, call?: Call) => post("/api/newsletter", { email }, call),
      contact: (row: unknown, call?: Call) => post("/api/sheets/contact?tabId=responses", [row], call),
    };
  }
}
