import { ApiError } from "../errors/errors.ts";

/** Endpoints by path, whose last part may be `:id`, and by method. */
export type Routes<Endpoint> = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

/** The path of the table for a request's path, if it has one. */
export const routeOf = (routes: Routes<unknown>, pathname: string): string | undefined =>
  [pathname, `${pathname.slice(0, pathname.lastIndexOf("/"))}/:id`].find((path) =>
    Object.hasOwn(routes, path),
  );

/** @throws ApiError 404 for a path that is not in the table, 405 for another method than the path has */
export function endpointOf<Endpoint>(
  routes: Routes<Endpoint>,
  path: string | undefined,
  { method }: Request,
): Endpoint {
  const methods = path === undefined ? undefined : routes[path];
  if (!methods) throw new ApiError(404, "not-found", "There is nothing at this address.");
  const name = method === "HEAD" ? "GET" : method;
  const endpoint = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (endpoint) return endpoint;
  const allow = Object.keys(methods).flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]));
  const message = `This address takes ${allow.join(" and ")} only.`;
  throw new ApiError(405, "method-not-allowed", message, { allow: allow.join(", ") });
}
