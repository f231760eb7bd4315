import * as v from "valibot";

/** The envelope of every response of the product API. */
export type ApiResponse<Data> =
  | { status: "success"; code: "ok"; message: string; data: Data }
  | { status: "error"; code: string; message: string; data: null };

/** The code of a request whose ID token belongs to an ended session. An outage never causes it. */
export const INVALID_USER_TOKEN = "auth/invalid-user-token";

/** The envelope as a client parses it. A customer's own endpoint may omit all but `status`. */
export const ApiEnvelope = v.object({
  status: v.picklist(["success", "error"]),
  code: v.fallback(v.string(), ""),
  message: v.fallback(v.string(), ""),
  data: v.optional(v.unknown()),
});
export type ApiEnvelope = v.InferOutput<typeof ApiEnvelope>;
