import { readFileSync } from "node:fs";
import * as v from "valibot";
import { sentBy } from "./sequence.ts";
import type { Answer, Side } from "./sides.ts";
import type { Pair, Values } from "./values.ts";

export const RECORDS = new URL("../../mocks/recorded/exchanges.ndjson", import.meta.url);

const RecordedAnswer = v.strictObject({ status: v.number(), type: v.string(), body: v.unknown() });
const Advance = v.strictObject({ advance: v.number() });
const Exchange = v.strictObject({
  /** Later requests name a value of the response by this label: `${ada.idToken}`. */
  as: v.optional(v.string()),
  /** Method and path. */
  send: v.string(),
  access: v.optional(v.picklist(["key", "owner", "none", "bad"])),
  type: v.optional(v.string()),
  body: v.optional(v.unknown()),
  /** A body that is sent as it is, instead of `body`. */
  raw: v.optional(v.string()),
  google: v.optional(RecordedAnswer),
  /** Our response where it differs on purpose; `why` is the row of docs/generated/emulator-differences.md. */
  ours: v.optional(RecordedAnswer),
  why: v.optional(v.string()),
});
export type Exchange = v.InferOutput<typeof Exchange>;

const RecordOfSteps = v.strictObject({
  name: v.string(),
  /** Whether the accounts of the record above stay. */
  continues: v.optional(v.literal(true)),
  steps: v.array(v.union([Advance, Exchange])),
});
/** Requests to Google's Auth Emulator with its responses; the name states what they show. */
export type ExchangeRecord = v.InferOutput<typeof RecordOfSteps>;

/** One record a line. */
export const readRecords = (): ExchangeRecord[] =>
  readFileSync(RECORDS, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => v.parse(RecordOfSteps, JSON.parse(line)));

/** The rows of docs/generated/emulator-differences.md that a recorded response of ours shows. */
export const recordedReasons = (): string[] => [
  ...new Set(
    readRecords().flatMap(({ steps }) => steps.flatMap((step) => ("ours" in step ? [step.why ?? ""] : []))),
  ),
];

/** The response that ours must have. */
export const expectedOf = ({ google, ours }: Exchange): Answer => {
  const expected = ours ?? google;
  if (!expected)
    throw new Error("A step has no recorded response: run `npm run lab -- differential --record`.");
  return expected;
};

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => {
    if (Array.isArray(at)) return at.at(Number(name));
    return typeof at === "object" && at !== null
      ? Object.entries(at).find(([key]) => key === name)?.[1]
      : undefined;
  }, value);

const accessOf = (path: string): "key" | "owner" | "none" => {
  if (path.includes("googleapis.com") && path.includes("/projects/")) return "owner";
  return path.includes("googleapis.com") ? "key" : "none";
};

/** `accounts.signUp`, `projects.accounts.lookup`, `token`, as the sequences name their operations. */
const operationOf = (path: string): string => {
  const [pathname = ""] = path.split("?");
  if (pathname.endsWith("/v1/token")) return "token";
  const method = pathname.replace(/.*\/v[123]\//, "").replace(/projects\/[^/]+/, "projects");
  return (method === "projects/config" ? "projects.updateConfig" : method).replace(/[/:]+/g, ".");
};

/** One side of a record, with the values of its own responses. */
export class Actor {
  readonly #side: Side;
  readonly #name: keyof Pair;
  #answers = new Map<string, unknown>();

  constructor(side: Side, name: keyof Pair) {
    this.#side = side;
    this.#name = name;
  }

  reset(): void {
    this.#side.reset();
    this.#answers = new Map();
  }

  #named(text: string): string {
    return text.replace(/\$\{([^}]+)\}/g, (_, path: string) => {
      const [label = "", ...names] = path.split(".");
      return String(valueAt(this.#answers.get(label), names) ?? `no-${path}`);
    });
  }

  #filled(value: unknown): unknown {
    if (typeof value === "string") return this.#named(value);
    if (Array.isArray(value)) return value.map((item) => this.#filled(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#filled(item)]));
  }

  /** The call of a step with this side's values. */
  callOf(step: Exchange, values: Values) {
    const [method = "", path = ""] = this.#named(step.send).split(" ");
    const { access = accessOf(path), type = "application/json" } = step;
    const body = values.fill(this.#filled(step.body), this.#name);
    return { kind: "call" as const, operation: operationOf(path), method, path, access, type, body };
  }

  async send(step: Exchange, values: Values): Promise<Answer> {
    const sent = sentBy(this.callOf(step, values));
    const raw = step.raw === undefined ? sent : { ...sent, body: step.raw };
    const headers =
      step.raw === undefined
        ? sent.headers
        : { ...sent.headers, "content-type": step.type ?? "application/json" };
    const answer = await this.#side.send({ ...raw, headers });
    if (step.as !== undefined) this.#answers.set(step.as, answer.body);
    return answer;
  }
}
