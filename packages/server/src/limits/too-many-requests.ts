import { ApiError } from "@tallybin/identity-server/internal";
import { apiTexts } from "../errors/api-texts.ts";

export const tooManyRequestsError = (retryAfterSeconds: number): ApiError =>
  new ApiError(429, "too-many-requests", apiTexts.tooManyRequests, {
    "retry-after": String(retryAfterSeconds),
  });
