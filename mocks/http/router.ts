import type * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import { ApiError } from "./api-error.ts";
import { fieldsOf, parseBody, recordSchema, text } from "./wire.ts";

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
  /** Literal segments and `{name}` for a variable one: `/v1/projects/{project}/accounts:lookup`. */
  path: string;
  /** The short name in failure scripts, log and workbench: `accounts:signUp`, `token`. */
  endpoint: string;
  /**
   * `key`: any API key, or the owner. `key only`: an API key; a bearer token is ignored. `owner`: only
   * `Authorization: Bearer owner`. `open`: every request. `control`: every request of a trusted origin.
   */
  access: "key" | "key only" | "owner" | "open" | "control";
  /** Checks the query of a GET. Like a body's schema, it comes before the access to the project. */
  checkQuery?(query: URLSearchParams): void;
  run(context: ServiceContext, call: Call): Answer | Promise<Answer>;
};

/** Makes routes that differ only in method, path and operation. An operation without a result answers `{}`. */
export const createRouteFactory =
  (endpoint: string, access: Route["access"], prefix = "") =>
  (
    method: string,
    path: string,
    // biome-ignore lint/suspicious/noConfusingVoidType: an operation may return nothing
    run: (context: ServiceContext, call: Call) => Answer | Promise<Answer> | void,
  ): Route => ({
    method,
    path: prefix + path,
    endpoint,
    access,
    run: (context, call) => run(context, call) ?? {},
  });

/** The project and the tenant that a body may name. */
const Target = recordSchema(fieldsOf(text, "targetProjectId", "tenantId"));

/**
 * Refuses a named project, in the path or else in the body, unless an administrator names the only existing one.
 * @throws {ApiError} INSUFFICIENT_PERMISSION, INVALID_PROJECT_ID
 */
export function assertProjectAccess(
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

/** @throws {ApiError} INVALID_PROJECT_ID */
export function assertProjectId(projectId: string, named: string): void {
  if (named !== projectId)
    throw new ApiError(`INVALID_PROJECT_ID : These local services have one project, ${projectId}.`);
}

/** One method of an API: the schema of its body, and what it does with a parsed body. */
export type Operation = {
  schema: v.GenericSchema;
  run(context: ServiceContext, body: never, call: Call): Answer | Promise<Answer>;
};

/** @param run gets a parsed body and throws the API's error codes */
export const defineOperation = <Schema extends v.GenericSchema, Result extends Answer | Promise<Answer>>(
  schema: Schema,
  run: (context: ServiceContext, body: v.InferOutput<Schema>, call: Call) => Result,
) => ({ schema, run });

/** Refuses a tenant. Ignoring it would mix up the accounts of tenants in the one project. */
export const refuseTenant = (): never => {
  throw new ApiError("INVALID_TENANT_ID : The local services have one project and no tenants.");
};

/** A route whose body is parsed by its schema before the operation sees it. */
export const createOperationRoute = (route: Omit<Route, "run">, { schema, run }: Operation): Route => ({
  ...route,
  run: (context, call) => {
    const body = parseBody(schema, call.fields);
    const { targetProjectId, tenantId } = parseBody(Target, call.fields);
    if (route.access !== "control") assertProjectAccess(context, call, targetProjectId);
    if (tenantId || call.url.searchParams.get("tenantId")) refuseTenant();
    return run(context, body as never, call);
  },
});

export type Match = { route: Route; params: Record<string, string> };

type Pattern = { route: Route; test: RegExp; names: string[] };

const escapeForPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function compileRoute(route: Route): Pattern {
  const names: string[] = [];
  const source = route.path
    .split(/(\{\w+\})/)
    .map((part) => {
      if (!part.startsWith("{")) return escapeForPattern(part);
      names.push(part.slice(1, -1));
      return "([^/:]+)";
    })
    .join("");
  return { route, test: new RegExp(`^${source}$`), names };
}

const decodeSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

export type Router = {
  /** All routes, for descriptions of the whole API. */
  readonly routes: readonly Route[];
  find(method: string, path: string): Match | undefined;
  /** The methods of a path; empty if the path is unknown. */
  methodsOf(path: string): string[];
};

/**
 * Looks literal paths up in a map, and the few with variables by regular expression. The router is built once, for
 * all worlds.
 */
export function createRouter(routes: readonly Route[]): Router {
  const literal = new Map<string, Match[]>();
  const patterns: Pattern[] = [];
  for (const route of routes) {
    if (route.path.includes("{")) patterns.push(compileRoute(route));
    else literal.set(route.path, [...(literal.get(route.path) ?? []), { route, params: {} }]);
  }
  const findCandidates = (path: string): Match[] => {
    const found = literal.get(path);
    if (found) return found;
    return patterns.flatMap(({ route, test, names }) => {
      const values = test.exec(path);
      if (!values) return [];
      return [
        {
          route,
          params: Object.fromEntries(names.map((name, i) => [name, decodeSegment(values[i + 1] ?? "")])),
        },
      ];
    });
  };
  return {
    routes,
    find: (method, path) => findCandidates(path).find(({ route }) => route.method === method),
    methodsOf: (path) => findCandidates(path).map(({ route }) => route.method),
  };
}
