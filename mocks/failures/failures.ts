import * as v from "valibot";
import type { Random } from "../core/random.ts";
import { invalidArgument } from "../http/api-error.ts";
import { FailureScript, type Fault } from "./script.ts";

export type Attempt = { endpoint: string; email?: string | undefined; uid?: string | undefined };
export type ScriptedFault = { fault: Fault; phase: "before" | "after" };
export type ActiveScript = { id: string; script: FailureScript; seen: number; applied: number };

/**
 * `*` matches any characters. Compared part by part, because a regular expression with many stars could run
 * practically forever.
 */
function matchesEndpoint(pattern: string, endpoint: string): boolean {
  const [first = "", ...parts] = pattern.split("*");
  const last = parts.pop();
  if (last === undefined) return pattern === endpoint;
  if (!endpoint.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = endpoint.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return endpoint.length - at >= last.length && endpoint.endsWith(last);
}

const endpointsOf = ({ endpoint = "*" }: FailureScript): readonly string[] =>
  typeof endpoint === "string" ? [endpoint] : endpoint;

function matchesAttempt(script: FailureScript, attempt: Attempt): boolean {
  return (
    endpointsOf(script).some((name) => matchesEndpoint(name, attempt.endpoint)) &&
    (script.uid === undefined || script.uid === attempt.uid) &&
    (script.email === undefined || script.email.toLowerCase() === attempt.email?.toLowerCase())
  );
}

const defaultPhaseOf = (fault: Fault): "before" | "after" =>
  fault.kind === "cut" || fault.kind === "malformed-json" ? "after" : "before";

export function createFailures(random: Random, known: readonly string[]) {
  const scripts = new Map<string, ActiveScript>();
  let lastId = 0;
  let release = new AbortController();

  const countAndDecide = (active: ActiveScript, attempt: Attempt): boolean => {
    const { script } = active;
    if (!matchesAttempt(script, attempt)) return false;
    active.seen += 1;
    if (active.seen <= (script.after ?? 0)) return false;
    if (active.applied >= (script.times ?? Number.POSITIVE_INFINITY)) return false;
    if (script.probability !== undefined && random.next() >= script.probability) return false;
    active.applied += 1;
    return true;
  };

  return {
    /** The names of endpoints that a script may use. */
    endpoints: known,
    /**
     * Starts a script and returns its ID.
     * @throws {v.ValiError} for an invalid script
     * @throws {ApiError} for an endpoint that does not exist
     */
    add: (input: FailureScript): ActiveScript => {
      const script = v.parse(FailureScript, input);
      for (const name of endpointsOf(script))
        if (!known.some((endpoint) => matchesEndpoint(name, endpoint)))
          throw invalidArgument(`There is no endpoint "${name}". There are: ${known.join(", ")}.`);
      lastId += 1;
      const active = { id: `failure-${lastId}`, script, seen: 0, applied: 0 };
      scripts.set(active.id, active);
      return active;
    },
    list: (): ActiveScript[] => [...scripts.values()],
    remove: (id: string): boolean => scripts.delete(id),
    /** Ends all scripts, and the wait of hanging requests. */
    clear: (): void => {
      scripts.clear();
      release.abort();
      release = new AbortController();
    },
    /** The faults of this request, in the order of their scripts. Counts the request. */
    draw: (attempt: Attempt): ScriptedFault[] =>
      [...scripts.values()]
        .filter((active) => countAndDecide(active, attempt))
        .map(({ script }) => ({ fault: script.fault, phase: script.phase ?? defaultPhaseOf(script.fault) })),
    /** Whether preflights for this endpoint are refused. A preflight does not count as a request. */
    refusesPreflight: (endpoint: string): boolean =>
      [...scripts.values()].some(
        ({ script, applied, seen }) =>
          script.fault.kind === "cors" &&
          script.email === undefined &&
          script.uid === undefined &&
          matchesAttempt(script, { endpoint }) &&
          seen >= (script.after ?? 0) &&
          applied < (script.times ?? Number.POSITIVE_INFINITY),
      ),
    /** Aborts when the scripts are cleared, which ends the wait of hanging requests. */
    released: (): AbortSignal => release.signal,
    restore: (restored: readonly ActiveScript[]): void => {
      scripts.clear();
      for (const active of restored) scripts.set(active.id, structuredClone(active));
      lastId = Math.max(lastId, ...restored.map(({ id }) => Number(id.split("-")[1]) || 0));
    },
  };
}
export type Failures = ReturnType<typeof createFailures>;
