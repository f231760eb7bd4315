import type { Command } from "./command.ts";
import { differencesOf, inGooglesOrder } from "./compare.ts";
import { declared } from "./declared.ts";
import { frozenClock } from "./frozen-clock.ts";
import type { Hooks } from "./hooks.ts";
import { type Answer, PROJECT, type Sent, type Side } from "./sides.ts";
import { Values } from "./values.ts";

export type Found = { step: number; command: Command; google: Answer; ours: Answer; lines: string[] };
/**
 * `declared` is set if a declared difference ended the sequence early, because the two sides have different states
 * after it.
 */
export type Outcome = { found?: Found; calls: number; hooks: number; declared?: string };

const BEARER = { owner: "Bearer owner", bad: "Bearer nonsense" };

/** The request of a call. */
export function sentBy({ access, method, path, type, body }: Extract<Command, { kind: "call" }>): Sent {
  const query = access === "key" ? `${path.includes("?") ? "&" : "?"}key=fake-api-key` : "";
  const isForm = type === "application/x-www-form-urlencoded" && typeof body === "object" && body !== null;
  const text = isForm
    ? new URLSearchParams(Object.entries(body).map(([key, value]) => [key, String(value)])).toString()
    : JSON.stringify(body);
  return {
    method,
    path: `${path}${query}`,
    headers: {
      ...(text !== undefined && type !== "" && { "content-type": type }),
      ...((access === "owner" || access === "bad") && { authorization: BEARER[access] }),
    },
    body: text,
  };
}

/** The name of an operation in the emulator's OpenAPI document. */
function operationIdOf({ operation, method }: Extract<Command, { kind: "call" }>): string {
  if (operation === "token") return "securetoken.token";
  if (operation === "clear") return "emulator.projects.accounts.delete";
  if (operation === "config") return `emulator.projects.config.${method === "GET" ? "get" : "update"}`;
  return `identitytoolkit.${operation}`;
}

type Listed = Record<string, string>;
const list = async (side: Side, name: string): Promise<Listed[]> => {
  const { body } = await side.send({
    method: "GET",
    path: `/emulator/v1/projects/${PROJECT}/${name}`,
    headers: {},
    body: undefined,
  });
  return (body as Record<string, Listed[]>)[name] ?? [];
};

/** Reads the codes that each side has sent by mail and SMS, and pairs those for the same purpose. */
async function learnCodes(google: Side, ours: Side, values: Values, seen: Set<string>): Promise<void> {
  const [mails, ourMails, texts, ourTexts] = await Promise.all([
    list(google, "oobCodes"),
    list(ours, "oobCodes"),
    list(google, "verificationCodes"),
    list(ours, "verificationCodes"),
  ]);
  const isNew = ({ oobCode = "", sessionInfo = "" }: Listed) => !seen.has(oobCode || sessionInfo);
  for (const mail of mails.filter(isNew)) {
    const other = ourMails
      .filter(isNew)
      .find(({ requestType, email }) => requestType === mail["requestType"] && email === mail["email"]);
    if (other) values.add("oobCode", { google: mail["oobCode"] ?? "", ours: other["oobCode"] ?? "" });
  }
  const others = ourTexts.filter(isNew);
  for (const [index, text] of texts.filter(isNew).entries()) {
    const other = others[index];
    if (other) values.add("smsCode", { google: text["code"] ?? "", ours: other["code"] ?? "" });
  }
  for (const { oobCode, sessionInfo } of [...mails, ...ourMails, ...texts, ...ourTexts])
    seen.add(oobCode ?? sessionInfo ?? "");
}

/** Runs one sequence against both, until the first undeclared difference or the first that makes the two diverge. */
export async function runSequence(
  google: Side,
  ours: Side,
  commands: readonly Command[],
  { validate, hooks }: { validate(operationId: string, body: unknown): string[]; hooks: Hooks },
): Promise<Outcome> {
  google.reset();
  ours.reset();
  frozenClock.reset();
  const values = new Values(hooks.addresses);
  const seen = new Set<string>();
  let calls = 0;
  let hooksCalled = 0;
  for (const [step, command] of commands.entries()) {
    if (command.kind === "advance") {
      frozenClock.advance(command.seconds);
      continue;
    }
    const [googleBody, ourBody] = [values.fill(command.body, "google"), values.fill(command.body, "ours")];
    const [theirs, own] = await Promise.all([
      google.send(sentBy({ ...command, body: googleBody })),
      ours.send(sentBy({ ...command, body: ourBody })),
    ]);
    calls += 1;
    const heard = hooks.take();
    hooksCalled += heard.google.length;
    const differences = [
      ...differencesOf(theirs, own, values),
      ...differencesOf(
        { ...theirs, status: 200, type: "", body: heard.google },
        { ...own, status: 200, type: "", body: heard.ours },
        values,
      ).map((line) => `hook ${line}`),
    ];
    const invalid = own.status === 200 ? validate(operationIdOf(command), own.body) : [];
    if (differences.length > 0 || invalid.length > 0) {
      const difference = { command, fields: googleBody, google: theirs, ours: own, lines: differences };
      const reason = invalid.length > 0 ? undefined : declared.find(({ covers }) => covers(difference));
      if (reason) return { calls, hooks: hooksCalled, declared: reason.what };
      const lines = [...differences, ...invalid];
      return { calls, hooks: hooksCalled, found: { step, command, google: theirs, ours: own, lines } };
    }
    values.learn(heard.google, heard.ours);
    values.learn(theirs.body, inGooglesOrder(theirs.body, own.body, values));
    await learnCodes(google, ours, values, seen);
  }
  return { calls, hooks: hooksCalled };
}
