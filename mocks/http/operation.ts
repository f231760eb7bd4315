import * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import { ApiError } from "./api-error.ts";
import type { Answer, Call, Route } from "./router.ts";
import { parseBody } from "./wire.ts";

/**
 * Like Google, checks whether a project is named before the value becomes text, so that the number 0 names no
 * project.
 */
const Target = v.object({ targetProjectId: v.pipe(v.unknown(), v.check(Boolean), v.transform(String)) });

/**
 * Refuses a named project, in the path or in the body, unless an administrator names the only existing one.
 * @throws {ApiError} INSUFFICIENT_PERMISSION, INVALID_PROJECT_ID
 */
export function assertProjectAccess({ projectId }: ServiceContext, { params, owner, fields }: Call): void {
  const target = v.safeParse(Target, fields);
  if (!owner && (params["project"] !== undefined || target.success))
    throw new ApiError(
      "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.",
    );
  if (target.success) assertProjectId(projectId, target.output.targetProjectId);
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

const Tenant = v.object({ tenantId: v.pipe(v.string(), v.minLength(1)) });

/** Refuses a tenant. Ignoring it would mix up the accounts of tenants in the one project. */
export const refuseTenant = (): never => {
  throw new ApiError("INVALID_TENANT_ID : The local services have one project and no tenants.");
};

/** A route whose body is parsed by its schema before the operation sees it. */
export const createOperationRoute = (route: Omit<Route, "run">, { schema, run }: Operation): Route => ({
  ...route,
  run: (context, call) => {
    const body = parseBody(schema, call.fields);
    if (route.access !== "control") assertProjectAccess(context, call);
    if (v.is(Tenant, call.fields) || call.url.searchParams.get("tenantId")) refuseTenant();
    return run(context, body as never, call);
  },
});
