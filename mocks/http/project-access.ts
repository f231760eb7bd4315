import * as v from "valibot";
import { ApiError } from "./api-error.ts";
import type { Call } from "./call.ts";

const Target = v.object({ targetProjectId: v.pipe(v.string(), v.minLength(1)) });

/**
 * Only administrators may name a project, in the path or in the body.
 * @throws {ApiError} INSUFFICIENT_PERMISSION
 */
export function assertProjectAccess({ params, owner }: Call, body?: unknown): void {
  if (!owner && (params["project"] !== undefined || v.is(Target, body)))
    throw new ApiError(
      "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.",
    );
}
