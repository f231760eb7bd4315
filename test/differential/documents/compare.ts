import * as v from "valibot";

/** Times of the two servers: compares which of them are equal within a response, not their values. */
const TIMES = new Set(["createTime", "updateTime", "commitTime", "readTime"]);

const Refusal = v.object({ error: v.object({ code: v.number(), status: v.string() }) });

export type Answer = { status: number; body: unknown };

function plain(value: unknown, times: Map<string, number>, name = ""): unknown {
  if (typeof value === "string" && TIMES.has(name)) {
    if (!times.has(value)) times.set(value, times.size);
    return `moment ${times.get(value)}`;
  }
  if (Array.isArray(value)) return value.map((item) => plain(item, times, name));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, plain(item, times, key)]));
}

/** Compares only code and status of a refusal, because messages are for people. */
function essence({ status, body }: Answer): unknown {
  if (status >= 400) {
    const [first] = Array.isArray(body) ? body : [body];
    const refusal = v.safeParse(Refusal, first);
    return { status, error: refusal.success ? refusal.output.error : undefined };
  }
  return { status, body: plain(body, new Map()) };
}

/** One line per difference of two responses; undefined if they agree. */
export function differenceOf(google: Answer, ours: Answer): string | undefined {
  const [theirs, own] = [JSON.stringify(essence(google)), JSON.stringify(essence(ours))];
  return theirs === own ? undefined : `${theirs} | ${own}`;
}
