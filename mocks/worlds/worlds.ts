import { getResponse, http, type RequestHandler } from "msw";
import type { CreateExtension } from "../core/extension.ts";
import { ApiError } from "../http/api-error.ts";
import { allowOrigin } from "../http/cors.ts";
import { json } from "../http/respond.ts";
import { createLocalServices, type LocalServices, type LocalServicesOptions } from "../local-services.ts";
import { assertWorldName, isWorldKey, selectWorld } from "./select-world.ts";

export type WorldsOptions = LocalServicesOptions & {
  /** A world that was unused for this long, in real milliseconds, is dropped; default: 10 minutes. */
  idleMs?: number;
  /** Beyond this number, the least recently used world is dropped; default: 1000. */
  mostWorlds?: number;
};

/** A world in the list. Times are the machine's, in milliseconds since the epoch. */
export type WorldInfo = { name: string; projectId: string; usedAt: number; accounts: number };

/**
 * Local services with many worlds in addition to the default one. Each has its own accounts, clock, failures,
 * mail and documents. `handlers`, `handle` and `underFailureScripts` pass each request to the world that it
 * names. All other members belong to the default world.
 */
export type Worlds = LocalServices & {
  /**
   * A world by its name, created if needed; the default world without a name. @throws {ApiError} for a name that no
   * host can have
   */
  world(name?: string): LocalServices;
  /** The world that a request names. @throws {ApiError} if it names two */
  worldOf(request: Request): LocalServices;
  /** The named worlds, most recently used first. */
  listWorlds(): WorldInfo[];
  /** Drops a world immediately and ends its streams and hanging requests. False if there was none. */
  dropWorld(name: string): boolean;
};

const IDLE_MS = 600_000;
const MOST_WORLDS = 1000;

type Entry = { services: LocalServices; usedAt: number; running: number };

/** A site's page for mailed links, on the world's host: `http://w7.localhost:3000/firebase-action`. */
function inWorld(actionUrl: string, name: string): string {
  const url = new URL(actionUrl);
  if (url.hostname === "localhost") url.hostname = `${name}.localhost`;
  return url.href;
}

/**
 * Makes local services with parallel worlds. The first request that names a world (`selectWorld`) creates it. An idle
 * world is dropped; an open stream or a running request keeps it in use.
 */
export function createWorlds(options: WorldsOptions = {}): Worlds {
  const { idleMs = IDLE_MS, mostWorlds = MOST_WORLDS, now = () => Date.now(), ...shared } = options;
  const entries = new Map<string, Entry>();
  const joined: CreateExtension[] = [];

  const isIdle = ({ running, services }: Entry): boolean => running === 0 && !services.isBusy();
  const dropWorld = (name: string): boolean => {
    const entry = entries.get(name);
    if (!entry) return false;
    entries.delete(name);
    entry.services.reset();
    return true;
  };
  /** Names by last use: a Map keeps the order in which its keys were set. */
  const sweep = () => {
    for (const [name, entry] of entries)
      if (isIdle(entry) && (now() - entry.usedAt > idleMs || entries.size >= mostWorlds)) dropWorld(name);
  };
  const registry = { list: () => listWorlds(), drop: dropWorld };
  const make = (name: string): LocalServices => {
    assertWorldName(name);
    const services = createLocalServices(
      {
        ...shared,
        now,
        ...(isWorldKey(name) && { projectId: name }),
        ...(shared.actionUrl !== undefined && { actionUrl: inWorld(shared.actionUrl, name) }),
      },
      { name, registry },
    );
    for (const create of joined) services.extend(create);
    return services;
  };
  const use = (name: string): Entry => {
    const entry = entries.get(name) ?? { services: make(name), usedAt: 0, running: 0 };
    entry.usedAt = now();
    entries.delete(name);
    sweep();
    entries.set(name, entry);
    return entry;
  };
  const listWorlds = (): WorldInfo[] =>
    [...entries]
      .map(([name, { services, usedAt }]) => ({
        name,
        projectId: services.projectId,
        usedAt,
        accounts: services.identity.size,
      }))
      .reverse();

  const main = createLocalServices({ ...shared, now }, { registry });
  const home: Entry = { services: main, usedAt: 0, running: 0 };
  const entryOf = (request: Request): Entry => {
    const name = selectWorld(request);
    return name === undefined ? home : use(name);
  };

  /** Passes a request to its world. During the request, the world counts as in use. */
  const within = async <Answer>(
    request: Request,
    answer: (services: LocalServices) => Promise<Answer>,
    refused: (response: Response) => Answer,
  ): Promise<Answer> => {
    let entry: Entry;
    try {
      entry = entryOf(request);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      const response = json(cause, cause.code);
      allowOrigin(request, response.headers, { credentials: false, privateNetwork: false });
      return refused(response);
    }
    entry.running += 1;
    try {
      return await answer(entry.services);
    } finally {
      entry.running -= 1;
      entry.usedAt = now();
    }
  };
  const concerns = async (request: Request): Promise<boolean> => {
    for (const handler of main.handlers) if (await handler.test({ request })) return true;
    return false;
  };
  const handlers: RequestHandler[] = [
    http.all(
      ({ request }) => concerns(request),
      ({ request }) =>
        within(
          request,
          (services) => services.handle(request),
          (response) => response,
        ),
    ),
  ];
  return {
    ...main,
    handlers,
    handle: (request) => getResponse(handlers, request),
    underFailureScripts: (request, endpoint, answer) =>
      within(
        request,
        (services) => services.underFailureScripts(request, endpoint, answer),
        (response) => response,
      ),
    extend: (create) => {
      joined.push(create);
      main.extend(create);
      for (const { services } of entries.values()) services.extend(create);
    },
    world: (name) => (name === undefined ? main : use(name).services),
    worldOf: (request) => entryOf(request).services,
    listWorlds,
    dropWorld,
  };
}
