import * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import { ApiError } from "./api-error.ts";
import type { Call } from "./call.ts";
import { assertProjectAccess } from "./project-access.ts";
import type { Answer, Route } from "./router.ts";
import { parseBody } from "./wire.ts";

/** One method of an API: it gets a parsed body and throws the API's error codes. */
export type Operation<Schema extends v.GenericSchema> = (
  context: ServiceContext,
  body: v.InferOutput<Schema>,
  owner: boolean,
  call: Call,
) => Answer | Promise<Answer>;

const Tenant = v.object({ tenantId: v.pipe(v.string(), v.minLength(1)) });

/** Refuses a tenant. Ignoring it would mix up the accounts of tenants in the one project. */
export const refuseTenant = (): never => {
  throw new ApiError("INVALID_TENANT_ID : The local services have one project and no tenants.");
};

/** A route whose body is parsed by its schema before the operation sees it. */
export const operationRoute = <Schema extends v.GenericSchema>(
  route: Pick<Route<ServiceContext>, "method" | "path" | "endpoint" | "access">,
  schema: Schema,
  operation: Operation<Schema>,
): Route<ServiceContext> => ({
  ...route,
  run: (context, call) => {
    const body = parseBody(schema, call.fields);
    if (route.access !== "control") assertProjectAccess(context, call);
    if (v.is(Tenant, call.fields) || call.url.searchParams.get("tenantId")) refuseTenant();
    return operation(context, body, call.owner, call);
  },
});
