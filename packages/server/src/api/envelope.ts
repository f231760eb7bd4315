import type { ApiError } from "./api-error.ts";

/** The one shape of every answer of the API (specification §7.2). */
export type Envelope<Data> =
  | { status: "success"; code: "ok"; message: string; data: Data }
  | { status: "error"; code: string; message: string; data: null };

const send = (body: Envelope<unknown>, status: number, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers: { ...headers, "cache-control": "no-store" } });

export const success = <Data>(data: Data, message: string): Response =>
  send({ status: "success", code: "ok", message, data }, 200);

export const failure = ({ status, code, message, headers }: ApiError): Response =>
  send({ status: "error", code, message, data: null }, status, headers);
