import type * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import { ApiError } from "./api-error.ts";
import type { Answer, Call, Route } from "./router.ts";
import { fieldsOf, parseBody, recordSchema, text } from "./wire.ts";

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
