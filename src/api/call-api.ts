import { inTime } from "@tallybin/platform/deadline";
import { timers } from "@tallybin/platform/timers";
import ky, { type Options } from "ky";
import * as v from "valibot";
import { now } from "../lib/clock.ts";

/** As in the identity client. */
const TIMEOUT_MS = 30_000;

/** One attempt. Its limit covers the body too, which may never end; ky's own limit does not. */
const attemptCall = (request: Request): Promise<Response> =>
  inTime(timers, TIMEOUT_MS, async (signal) => {
    const response = await fetch(new Request(request, { signal }));
    return new Response((await response.text()) || null, response);
  });

/** A response without the expected body. Code and message are the endpoint's own, or empty. */
type Answer = {
  status: number;
  code: string;
  message: string;
  /** When the endpoint accepts the next call, in milliseconds since 1970. */
  retryAt: number | undefined;
};

/** Why a call has no usable response; `answer` is undefined without any response. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly answer: Answer | undefined;
  constructor(answer?: Answer, options?: ErrorOptions) {
    super(answer ? `status ${answer.status}` : "no response", options);
    this.answer = answer;
  }
}

const jsonSchema = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.string(), v.parseJson(), v.unknown(), schema);
const Refusal = jsonSchema(
  v.object({
    message: v.pipe(v.string(), v.trim()),
    code: v.fallback(v.optional(v.string(), ""), ""),
  }),
);

function retryAtOf({ headers }: Response): number | undefined {
  const value = headers.get("retry-after") ?? "";
  const at = /^\d+$/.test(value) ? now() + Number(value) * 1000 : Date.parse(value);
  return Number.isNaN(at) ? undefined : at;
}

/** An `afterResponse` hook returns this to repeat the call, within the call's limit of retries. */
export const repeatCall = () => ky.retry({ delay: 0 });

/**
 * Calls an endpoint that answers with JSON: the product API, or a service that the configuration names instead.
 * @param address relative to this page
 * @param schema of the response's body
 * @param options of ky. Without `retry`, there is one attempt.
 * @throws ApiError if there is no response within 30 s, for a status outside 200 to 299, and for an unexpected body
 */
export async function callApi<Schema extends v.GenericSchema>(
  address: string | URL,
  schema: Schema,
  options: Pick<Options, "method" | "headers" | "json" | "keepalive" | "cache" | "hooks" | "retry"> = {},
): Promise<v.InferOutput<Schema>> {
  try {
    const response = await ky(new URL(address, window.location.href), {
      retry: 0,
      ...options,
      // A redirect would take a token or a message to another server.
      redirect: "error",
      fetch: (request) => attemptCall(request as Request),
      timeout: false,
      throwHttpErrors: false,
    });
    const text = await response.text();
    const body = v.safeParse(jsonSchema(schema), text);
    if (response.ok && body.success) return body.output;
    throw new ApiError({
      status: response.status,
      retryAt: retryAtOf(response),
      ...v.parse(v.fallback(Refusal, { code: "", message: "" }), text),
    });
  } catch (cause) {
    throw cause instanceof ApiError ? cause : new ApiError(undefined, { cause });
  }
}
