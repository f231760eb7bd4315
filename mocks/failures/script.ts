import * as v from "valibot";
import { optionalFields } from "../http/wire.ts";
import { ERROR_WORDS } from "./words.ts";

const ms = v.pipe(v.number("must be number"), v.minValue(0, "must not be negative"));
const count = v.pipe(
  v.number("must be number"),
  v.integer("must be a whole number"),
  v.minValue(0, "must not be negative"),
);
const status = v.pipe(
  count,
  v.minValue(200, "must be a status of 200 or more"),
  v.maxValue(599, "must be a status"),
);

/** The API also answers sentences without a code, such as "API key not valid. Please pass a valid API key.". */
const SENTENCE = /^[A-Z][A-Za-z]* [a-z]/;

/** The kinds of faults. `latency` only delays, so it combines with every other. */
export type Fault =
  /** No connection: the request fails without a response. */
  | { kind: "offline" }
  /** The request is accepted and never answered. With `forMs`, the connection is dropped after that time. */
  | { kind: "hang"; forMs?: number | undefined }
  /** The request is delayed: by `ms`, or evenly between `minMs` and `maxMs`, or log-normally around `medianMs`. */
  | {
      kind: "latency";
      ms?: number | undefined;
      minMs?: number | undefined;
      maxMs?: number | undefined;
      medianMs?: number | undefined;
      sigma?: number | undefined;
    }
  /** The connection ends in the middle of the body, after the operation. */
  | { kind: "cut"; afterBytes?: number | undefined }
  /** Google's envelope with another status: 429, 500, 503. */
  | { kind: "status"; status: number; retryAfterS?: number | undefined }
  /** A page of a proxy or captive portal instead of JSON. */
  | { kind: "html"; status?: number | undefined }
  /** The response is truncated JSON, after the operation. */
  | { kind: "malformed-json"; status?: number | undefined }
  /** A definite code of the API, such as `USER_DISABLED`, or a sentence. */
  | { kind: "error"; word: string; status?: number | undefined }
  /** The response lacks the headers that let another origin read it; a preflight is refused. */
  | { kind: "cors" };

const KINDS = [
  v.strictObject({ kind: v.literal("offline") }),
  v.strictObject({ kind: v.literal("hang"), forMs: v.optional(ms) }),
  v.strictObject({
    kind: v.literal("latency"),
    ...optionalFields(ms, "ms", "minMs", "maxMs", "medianMs", "sigma"),
  }),
  v.strictObject({ kind: v.literal("cut"), afterBytes: v.optional(count) }),
  v.strictObject({ kind: v.literal("status"), status, retryAfterS: v.optional(count) }),
  v.strictObject({ kind: v.literal("html"), status: v.optional(status) }),
  v.strictObject({ kind: v.literal("malformed-json"), status: v.optional(status) }),
  v.strictObject({
    kind: v.literal("error"),
    word: v.pipe(
      v.string("must be string"),
      v.check(
        (word) => SENTENCE.test(word) || ERROR_WORDS.includes(word.split(" : ")[0] ?? ""),
        ({ input }) => `is no known error code: "${input}". There are: ${ERROR_WORDS.join(", ")}.`,
      ),
    ),
    status: v.optional(status),
  }),
  v.strictObject({ kind: v.literal("cors") }),
] as const;

const FAULT_KINDS: readonly Fault["kind"][] = KINDS.map(({ entries }) => entries.kind.literal);

const Fault: v.GenericSchema<unknown, Fault> = v.variant(
  "kind",
  KINDS,
  `must be a fault of one of the kinds ${FAULT_KINDS.join(", ")}`,
);

/** Which requests fail, how often, and how. Everything but the fault is optional. */
export const FailureScript = v.strictObject({
  fault: Fault,
  /** Short names; `*` matches any characters: `token`, `accounts:*`. Default: every endpoint. */
  endpoint: v.optional(v.union([v.string(), v.array(v.string())], "must be a name or a list of names")),
  /** Restricts the script to requests about the account with this address. */
  email: v.optional(v.string("must be string")),
  uid: v.optional(v.string("must be string")),
  /** Lets this many matching requests pass first. */
  after: v.optional(count),
  /** Applies this many times, then stops. Default: no limit. */
  times: v.optional(count),
  /** Applies with this probability, drawn from the seeded sequence. */
  probability: v.optional(
    v.pipe(v.number("must be number"), v.minValue(0, "must be 0 to 1"), v.maxValue(1, "must be 0 to 1")),
  ),
  /**
   * `after`: the operation runs and only its response is lost. Default: `before`, except for `cut` and
   * `malformed-json`.
   */
  phase: v.optional(v.picklist(["before", "after"], 'must be "before" or "after"')),
  /** A note for the workbench. */
  note: v.optional(v.pipe(v.string("must be string"), v.maxLength(200, "must be at most 200 characters"))),
});
export type FailureScript = v.InferOutput<typeof FailureScript>;
