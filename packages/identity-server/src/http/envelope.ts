import type { ApiResponse } from "@tallybin/contract/api";
import type { ApiError } from "../errors/api-error.ts";

const send = (body: ApiResponse<unknown>, status: number, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers: { ...headers, "cache-control": "no-store" } });

export const success = <Data>(data: Data, message: string): Response =>
  send({ status: "success", code: "ok", message, data }, 200);

export const failure = ({ status, code, message, headers }: ApiError): Response =>
  send({ status: "error", code, message, data: null }, status, headers);
