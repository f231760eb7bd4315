import type { ApiResponse } from "@tallybin/contract/api";
import type { ApiError } from "../errors/api-error.ts";

const envelopeResponse = (
  body: ApiResponse<unknown>,
  status: number,
  headers: Record<string, string> = {},
): Response => Response.json(body, { status, headers: { ...headers, "cache-control": "no-store" } });

export const successResponse = <Data>(data: Data, message: string): Response =>
  envelopeResponse({ status: "success", code: "ok", message, data }, 200);

export const failureResponse = ({ status, code, message, headers }: ApiError): Response =>
  envelopeResponse({ status: "error", code, message, data: null }, status, headers);
