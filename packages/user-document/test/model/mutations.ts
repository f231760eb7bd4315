import { withFault } from "../../../identity/test/model/mutants.ts";
import { type Machine, machine, type Rules } from "./machine.ts";

type Source = "user-document" | "identity";
/** A seeded fault: in the source of one of the two clients, or in a rule of the code between them. */
export type DocumentMutation = { name: string } & (
  | { rule: keyof Rules }
  | { source: Source; file: string; find: string; replace: string }
);

const stream = (name: string, find: string, replace: string, file = "stream.ts"): DocumentMutation => ({
  name,
  source: "user-document",
  file,
  find,
  replace,
});

export const DOCUMENT_MUTATIONS: readonly DocumentMutation[] = [
  { name: "the document of a replaced user stays open", rule: "endsDocuments" },
  { name: "each caller of a document forces a refresh of its own", rule: "sharesForcing" },
  { name: "a rejected token is forgotten", rule: "remembersRejections" },
  stream(
    "the stream does not report a rejected token",
    'error.code === "unauthenticated" && state.sent',
    "false",
  ),
  stream(
    "a new token leaves the old request running",
    '? startAttempt(state, now, { type: "abort" })\n        : stepTo(state);',
    "? startAttempt(state, now)\n        : stepTo(state);",
  ),
  stream(
    "the end of a document leaves its request running",
    '    { type: "abort" },\n    ...terminateEffects(state),\n    { type: "leave" },',
    '    ...terminateEffects(state),\n    { type: "leave" },',
  ),
  stream(
    "the end of a document keeps its slot",
    '    ...terminateEffects(state),\n    { type: "leave" },',
    "    ...terminateEffects(state),",
  ),
  stream(
    "a failed stream never tries again",
    'return stepTo({ ...withTimes(next, { retry }), phase: "waiting" }, ...effects);',
    'return stepTo({ ...next, phase: "waiting" }, ...effects);',
  ),
  stream(
    "a second read starts while one runs",
    '  state.reading === "no"\n    ? ',
    '  state.reading !== "again"\n    ? ',
  ),
  {
    name: "forced exchanges have no back-off",
    source: "identity",
    file: "session/lifecycle.ts",
    find: 'event.why === "forced-call" && isRetryDue(state.record?.forced, now)',
    replace: 'event.why === "forced-call"',
  },
];

/** The machine with one fault. */
export async function mutatedDocument(mutation: DocumentMutation): Promise<Machine> {
  if ("rule" in mutation) {
    const rules: Rules = { ...machine.rules, [mutation.rule]: false };
    return { ...machine, rules };
  }
  const source = new URL(`../../../${mutation.source}/src/`, import.meta.url);
  return withFault(source, mutation, async (load) => {
    if (mutation.source === "identity") {
      const session = (await load("session/lifecycle.ts")) as { transition: Machine["session"] };
      return { ...machine, session: session.transition };
    }
    const { transition } = (await load("stream.ts")) as { transition: Machine["stream"] };
    return { ...machine, stream: transition };
  });
}
