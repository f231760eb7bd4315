import { tryDecodeURIComponent } from "hono/utils/url";
import { getResponse, http } from "msw";
import { ApiError } from "../http/api-error.ts";
import { jsonResponse } from "../http/body.ts";
import { allowOrigin } from "../http/origins.ts";
import { createLocalServices, type LocalServices, type LocalServicesOptions } from "../local-services.ts";

/** A world in an API key or a project ID: `world-7`. Other keys and IDs name no world. */
const WORLD_KEY = /^world-[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/;
/** One label of a host name, the form of every world's name. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,52}[a-z0-9])?$/;
const HOST = /^(.+)\.localhost$/;
const PROJECT = /\/projects\/([^/:?]+)/;

/**
 * Refuses names that cannot be a host label, because a world's pages are reached by it.
 * @throws {ApiError} 400
 */
function assertWorldName(name: string): void {
  if (!LABEL.test(name))
    throw new ApiError(
      `"${name.slice(0, 80)}" is no name for a world: use 1 to 54 lower-case letters, digits and hyphens, such as world-7.`,
    );
}

/** `projects/world-7/databases/(default)`, in the path or in the parameter that WebChannel repeats. */
const worldOfProject = ({ pathname, searchParams }: URL): string | undefined =>
  PROJECT.exec(`${tryDecodeURIComponent(pathname)}?/${searchParams.get("database") ?? ""}`)?.[1];

/**
 * The world that a request names; undefined for the default one. A request can name it in four values that
 * clients send unchanged: the parameter `world` (mailed links, consent pages, control endpoints), the first
 * label of the host, the API key, the project ID.
 * @throws {ApiError} 400 if it names two worlds, or an invalid name
 */
export function selectWorld(request: Request): string | undefined {
  const url = new URL(request.url);
  const { searchParams } = url;
  const keys = [
    searchParams.get("key"),
    searchParams.get("apiKey"),
    request.headers.get("x-goog-api-key"),
    worldOfProject(url),
  ];
  const named = [
    searchParams.get("world"),
    HOST.exec(url.hostname)?.[1],
    ...keys.filter((key) => WORLD_KEY.test(key ?? "")),
  ];
  const [world, other] = new Set(named.filter(Boolean));
  if (other)
    throw new ApiError(
      `This request names two worlds, ${world} and ${other}. Host, API key, project ID and the parameter "world" have to agree.`,
    );
  if (world) assertWorldName(world);
  return world || undefined;
}

export type WorldsOptions = LocalServicesOptions & {
  /** A world that was unused for this long, in real milliseconds, is dropped; default: 10 minutes. */
  idleMs?: number;
  /** Beyond this number, the least recently used world is dropped; default: 1000. */
  mostWorlds?: number;
};

/** One entry of `listWorlds`. Times are the machine's, in milliseconds since the epoch. */
export type WorldInfo = { name: string; projectId: string; usedAt: number; accounts: number };

/**
 * Local services with many worlds in addition to the default one. Each has its own accounts, clock, failures,
 * mail and documents. `handlers`, `handle` and `underFailureScripts` pass each request to the world that it
 * names. All other members belong to the default world.
 */
export type Worlds = ReturnType<typeof createWorlds>;

const IDLE_MS = 600_000;
const MOST_WORLDS = 1000;

type Entry = { services: LocalServices; usedAt: number; running: number };

/** A site's page for mailed links, on the world's host: `http://w7.localhost:3000/firebase-action`. */
function actionUrlInWorld(actionUrl: string, name: string): string {
  const url = new URL(actionUrl);
  if (url.hostname === "localhost") url.hostname = `${name}.localhost`;
  return url.href;
}

/**
 * Makes local services with parallel worlds. The first request that names a world (`selectWorld`) creates it. An idle
 * world is dropped; an open stream or a running request keeps it in use.
 * @throws never; `world` throws ApiError for a name that no host can have, `worldOf` also for a request of two worlds
 */
export function createWorlds(options: WorldsOptions = {}) {
  const { idleMs = IDLE_MS, mostWorlds = MOST_WORLDS, now = () => Date.now(), ...shared } = options;
  const entries = new Map<string, Entry>();

  const dropWorld = (name: string): boolean => {
    const entry = entries.get(name);
    if (!entry) return false;
    entries.delete(name);
    entry.services.reset();
    return true;
  };
  /** Names by last use: a Map keeps the order in which its keys were set. */
  const dropUnusedWorlds = () => {
    for (const [name, { running, services, usedAt }] of entries) {
      const isIdle = running === 0 && !services.isBusy();
      if (isIdle && (now() - usedAt > idleMs || entries.size >= mostWorlds)) dropWorld(name);
    }
  };
  const listWorlds = (): WorldInfo[] =>
    [...entries]
      .map(([name, { services, usedAt }]) => ({
        name,
        projectId: services.projectId,
        usedAt,
        accounts: services.identity.users.size,
      }))
      .reverse();
  const registry = { list: listWorlds, drop: dropWorld };
  const createWorld = (name: string): LocalServices => {
    assertWorldName(name);
    return createLocalServices(
      {
        ...shared,
        now,
        ...(WORLD_KEY.test(name) && { projectId: name }),
        ...(shared.actionUrl !== undefined && { actionUrl: actionUrlInWorld(shared.actionUrl, name) }),
      },
      { name, registry },
    );
  };
  const openWorld = (name: string): Entry => {
    const entry = entries.get(name) ?? { services: createWorld(name), usedAt: 0, running: 0 };
    entry.usedAt = now();
    entries.delete(name);
    dropUnusedWorlds();
    entries.set(name, entry);
    return entry;
  };
  const main = createLocalServices({ ...shared, now }, { registry });
  const home: Entry = { services: main, usedAt: 0, running: 0 };
  const entryOfRequest = (request: Request): Entry => {
    const name = selectWorld(request);
    return name === undefined ? home : openWorld(name);
  };

  /** Passes a request to its world. During the request, the world counts as in use. */
  const answerInWorld = async <Answer>(
    request: Request,
    answer: (services: LocalServices) => Promise<Answer>,
  ): Promise<Answer | Response> => {
    let entry: Entry;
    try {
      entry = entryOfRequest(request);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      const response = jsonResponse(cause, cause.code);
      allowOrigin(request, response.headers, { credentials: false, privateNetwork: false });
      return response;
    }
    entry.running += 1;
    try {
      return await answer(entry.services);
    } finally {
      entry.running -= 1;
      entry.usedAt = now();
    }
  };
  const handlers: LocalServices["handlers"] = [
    http.all(
      ({ request }) => main.handlers[0].test({ request }),
      ({ request }) => answerInWorld(request, (services) => services.handle(request)),
    ),
  ];
  return {
    ...main,
    handlers,
    handle: (request: Request) => getResponse(handlers, request),
    underFailureScripts: ((request, endpoint, answer) =>
      answerInWorld(request, (services) =>
        services.underFailureScripts(request, endpoint, answer),
      )) satisfies LocalServices["underFailureScripts"],
    /**
     * A world by its name, created if needed; the default world without a name. @throws {ApiError} for a name that no
     * host can have
     */
    world: (name?: string) => (name === undefined ? main : openWorld(name).services),
    /** The world that a request names. @throws {ApiError} if it names two */
    worldOf: (request: Request) => entryOfRequest(request).services,
    /** The named worlds, most recently used first. */
    listWorlds,
    /** Drops a world immediately and ends its streams and hanging requests. False if there was none. */
    dropWorld,
  };
}
