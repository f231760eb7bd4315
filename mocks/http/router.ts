import { TrieRouter } from "hono/router/trie-router";
import { tryDecodeURIComponent } from "hono/utils/url";
import type * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import { ApiError } from "./api-error.ts";
import { parseBody, schemaOf } from "./wire.ts";

/** One request for an operation: already routed, authorized and parsed. */
export type Call = {
  request: Request;
  url: URL;
  /** Variable segments of the path. */
  params: { readonly [name: string]: string | undefined };
  /** Fields of the body, names camel-cased, values unchecked. */
  fields: unknown;
  /** True for `Authorization: Bearer owner`, the emulator's administrator. */
  owner: boolean;
  /** The address of these services, for links: `http://localhost:3000`. */
  origin: string;
};

/** Redirects the browser with a GET, as after a submitted form, to an absolute URL. A header takes it only encoded. */
export function redirectResponse(url: string): Response {
  const location = new URL(url).href;
  return new Response(`See Other. Redirecting to ${location}`, {
    status: 303,
    headers: { location, "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}

/** An operation's result: an object becomes JSON; a page or redirect is already a Response. */
export type Answer = Response | object;

export type Route = {
  method: string;
  /** A pattern of Hono's: `/v1/projects/:project/accounts:lookup`. */
  path: string;
  /** The short name in failure scripts, log and workbench: `accounts:signUp`, `token`. */
  endpoint: string;
  /**
   * `key`: any API key, or the owner. `key only`: an API key; a bearer token is ignored. `owner`: only
   * `Authorization: Bearer owner`. `open`: every request. `control`: every request of a trusted origin.
   */
  access: "key" | "key only" | "owner" | "open" | "control";
  run(context: ServiceContext, call: Call): Answer | Promise<Answer>;
};

/** The project and the tenant that a body may name. */
const Target = schemaOf({ targetProjectId: "", tenantId: "" });

/**
 * Refuses a named project, in the path or else in the body, unless an administrator names the only existing one.
 * @throws {ApiError} INSUFFICIENT_PERMISSION, INVALID_PROJECT_ID
 */
function assertProjectAccess(
  { projectId }: ServiceContext,
  { params, owner }: Pick<Call, "params" | "owner">,
  targetProjectId?: string,
): void {
  const named = params["project"] ?? targetProjectId;
  if (!named) return;
  if (!owner)
    throw new ApiError(
      "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.",
    );
  assertProjectId(projectId, named);
}

export function assertProjectId(projectId: string, named: string): void {
  if (named !== projectId)
    throw new ApiError(`INVALID_PROJECT_ID : These local services have one project, ${projectId}.`);
}

export type Operation = {
  schema: v.GenericSchema;
  run(context: ServiceContext, body: never, call: Call): Answer | Promise<Answer>;
};

/** Refuses a tenant. Ignoring it would mix up the accounts of tenants in the one project. */
export const refuseTenant = (): never => {
  throw new ApiError("INVALID_TENANT_ID : The local services have one project and no tenants.");
};

/** Checks the fields, which are the query's for a GET, and then the access to the project. */
const runOperation =
  (access: Route["access"], { schema, run }: Operation): Route["run"] =>
  (context, call) => {
    const { searchParams } = call.url;
    const isGet = call.request.method === "GET" || call.request.method === "HEAD";
    const fields = parseBody(schema, isGet ? Object.fromEntries(searchParams) : call.fields);
    const { targetProjectId, tenantId } = parseBody(Target, call.fields);
    if (access !== "control") assertProjectAccess(context, call, targetProjectId);
    if (tenantId || searchParams.get("tenantId")) refuseTenant();
    return run(context, fields as never, call);
  };

/** Makes routes that differ only in method, path and operation. A function without a result answers `{}`. */
export const createRouteFactory =
  (endpoint: string, access: Route["access"], prefix = "") =>
  (
    method: string,
    path: string,
    // biome-ignore lint/suspicious/noConfusingVoidType: an operation may return nothing
    run: Operation | ((context: ServiceContext, call: Call) => Answer | Promise<Answer> | void),
  ): Route => {
    const runFunction: Route["run"] = (context, call) => {
      if (access === "owner") assertProjectAccess(context, call);
      return (typeof run === "function" && run(context, call)) || {};
    };
    return {
      method,
      path: prefix + path,
      endpoint,
      access,
      run: typeof run === "function" ? runFunction : runOperation(access, run),
    };
  };

export type Match = { route: Route; params: Record<string, string> };

export type Router = ReturnType<typeof createRouter>;

/** The router is built once, for all worlds. */
export function createRouter(routes: readonly Route[]) {
  const trie = new TrieRouter<Route>();
  for (const route of routes) trie.add("ALL", route.path, route);
  const decode = (params: object): Match["params"] =>
    Object.fromEntries(
      Object.entries(params).map(([name, text]) => [name, tryDecodeURIComponent(String(text))]),
    );
  return {
    routes,
    /** The routes of a path, one for each method. */
    find: (path: string): Match[] =>
      trie.match("ALL", path)[0].map(([route, params]) => ({ route, params: decode(params) })),
  };
}
