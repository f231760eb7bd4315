import { ApiError } from "../http/api-error.ts";

/** A world in an API key or a project ID: `world-7`. Other keys and IDs name no world. */
const WORLD_KEY = /^world-[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/;
/** One label of a host name, the form of every world's name. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,52}[a-z0-9])?$/;
const HOST = /^(.+)\.localhost$/;
const PROJECT = /\/projects\/([^/:?]+)/;

/** Whether an API key or a project ID names a world. Such a world's project ID is its name. */
export const isWorldKey = (text: string): boolean => WORLD_KEY.test(text);

/**
 * Refuses names that cannot be a host label, because a world's pages are reached by it.
 * @throws {ApiError} 400
 */
export function assertWorldName(name: string): void {
  if (!LABEL.test(name))
    throw new ApiError(
      `"${name.slice(0, 80)}" is no name for a world: use 1 to 54 lower-case letters, digits and hyphens, such as world-7.`,
    );
}

const hostWorld = (hostname: string): string | undefined => HOST.exec(hostname)?.[1];

/** `projects/world-7/databases/(default)`, in the path or in the parameter that WebChannel repeats. */
function projectWorld({ pathname, searchParams }: URL): string | undefined {
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // Keep an invalid escape unchanged.
  }
  return PROJECT.exec(`${path}?/${searchParams.get("database") ?? ""}`)?.[1];
}

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
    projectWorld(url),
  ];
  const named = [
    searchParams.get("world"),
    hostWorld(url.hostname),
    ...keys.filter((key) => isWorldKey(key ?? "")),
  ];
  const [world, other] = new Set(named.filter((name) => name !== null && name !== undefined && name !== ""));
  if (other !== undefined)
    throw new ApiError(
      `This request names two worlds, ${world} and ${other}. Host, API key, project ID and the parameter "world" have to agree.`,
    );
  if (world !== undefined && world !== null) assertWorldName(world);
  return world ?? undefined;
}
