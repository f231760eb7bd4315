import * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import { ApiError } from "./api-error.ts";
import type { Call } from "./call.ts";

/** Google checks the project before it turns a number into text, so that 0 names none. */
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
  if (target.success) assertProject(projectId, target.output.targetProjectId);
}

/** @throws {ApiError} INVALID_PROJECT_ID */
export function assertProject(projectId: string, named: string): void {
  if (named !== projectId)
    throw new ApiError(`INVALID_PROJECT_ID : These local services have one project, ${projectId}.`);
}
