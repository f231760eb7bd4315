import { ended, observe, type RequestOperation } from "./observe.ts";
import { traceparentOf } from "./request-id.ts";

/** The paths for supervisors and load balancers. */
const PROBES = new Set(["/healthz", "/readyz"]);

/** Answers requests as operations, if metrics or traces are on. The API names its own routes. */
export const requestObserver =
  (proxyHops: number, routeOf: (pathname: string) => string) =>
  (
    request: Request,
    { pathname }: URL,
    answer: (operation?: RequestOperation) => Promise<Response>,
  ): Promise<Response> => {
    if (!ended.hasSubscribers) return answer();
    const operation: RequestOperation = {
      ...{ kind: "request", method: request.method, route: "" },
      traceparent: traceparentOf(request.headers, proxyHops),
    };
    return observe(operation, async () => {
      const response = await answer(operation);
      operation.status = response.status;
      if (operation.route === "") operation.route = PROBES.has(pathname) ? pathname : routeOf(pathname);
      return response;
    });
  };
